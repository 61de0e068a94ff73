//! Counts what a server does, in the text format of Prometheus.
//!
//! The names are those that OpenTelemetry's
//! [conventions for MCP](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/) have in Prometheus.
//!
//! Source: [Prometheus, "Exposition formats"](https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use foldhash::fast::RandomState;

use super::{Done, Observer, Outcome};
use crate::sync::RwLock;

/// How long something takes at most that is counted there, in milliseconds.
///
/// Source: [OpenTelemetry, MCP, "Metrics"](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/).
const BOUNDS: [u64; 14] =
    [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000];

/// Of how many handlers something is counted apart, where tools come and go; others count as those without a name.
const MAX_SERIES: usize = 2_000;

const DURATION: &str = "mcp_server_operation_duration_seconds";

/// What a server did: how often each tool and each method was asked for, how it ended and how long it took.
///
/// It prints what Prometheus reads. `--metrics` on the command line serves it over HTTP.
///
/// ```
/// use mcp_runtime::observe::Metrics;
/// use mcp_runtime::server;
///
/// let metrics = Metrics::new();
/// let server = server!().metrics(metrics.clone()).build()?;
/// assert!(metrics.to_string().contains("mcp_server_operations_in_flight 0\n"));
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Metrics(Arc<Counts>);

#[derive(Default)]
struct Counts {
    in_flight: AtomicI64,
    /// By the methods, and then by the names of the handlers.
    series: RwLock<HashMap<&'static str, Family, RandomState>>,
}

#[derive(Default)]
struct Family {
    nameless: Series,
    named: HashMap<Arc<str>, Series, RandomState>,
}

/// What is counted of one handler, by how it ended.
#[derive(Default)]
struct Series([Histogram; Outcome::ALL.len()]);

#[derive(Default)]
struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    nanos: AtomicU64,
}

impl Metrics {
    /// Has counted nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Histogram {
    fn count(&self, duration: std::time::Duration) {
        let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        let millis = nanos.div_ceil(1_000_000);
        let bucket = BOUNDS.iter().position(|bound| millis <= *bound).unwrap_or(BOUNDS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.nanos.fetch_add(nanos, Ordering::Relaxed);
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, labels: &str) -> fmt::Result {
        let counts: Vec<u64> =
            self.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed)).collect();
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return Ok(());
        }
        let mut so_far = 0;
        for (count, bound) in counts.iter().zip(BOUNDS) {
            so_far += count;
            let (whole, rest) = (bound / 1_000, bound % 1_000);
            let bound = format!("{whole}.{rest:03}");
            let bound = bound.trim_end_matches('0').trim_end_matches('.');
            writeln!(f, "{DURATION}_bucket{{{labels},le=\"{bound}\"}} {so_far}")?;
        }
        writeln!(f, "{DURATION}_bucket{{{labels},le=\"+Inf\"}} {total}")?;
        let nanos = self.nanos.load(Ordering::Relaxed);
        let (seconds, rest) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
        writeln!(f, "{DURATION}_sum{{{labels}}} {seconds}.{rest:09}")?;
        writeln!(f, "{DURATION}_count{{{labels}}} {total}")
    }
}

impl Observer for Metrics {
    fn begun(&self) {
        self.0.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    fn done(&self, done: &Done<'_>) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
        let is_counted = |family: &Family| {
            let series = match done.name {
                None => Some(&family.nameless),
                Some(name) => family.named.get(name),
            };
            let histogram = series.map(|series| &series.0[done.outcome as usize]);
            histogram.is_some_and(|histogram| {
                histogram.count(done.duration);
                true
            })
        };
        if self.0.series.read().get(done.method).is_some_and(is_counted) {
            return;
        }
        // The first of its kind.
        let mut series = self.0.series.write();
        let known: usize = series.values().map(|family| family.named.len()).sum();
        let family = series.entry(done.method).or_default();
        let series = match done.name {
            Some(name) if known < MAX_SERIES || family.named.contains_key(name) => {
                family.named.entry(name.into()).or_default()
            }
            _ => &family.nameless,
        };
        series.0[done.outcome as usize].count(done.duration);
    }
}

impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = "How long requests took, by method, tool or prompt, and outcome.";
        writeln!(f, "# HELP {DURATION} {help}\n# TYPE {DURATION} histogram")?;
        let all = self.0.series.read();
        let mut methods: Vec<_> = all.iter().collect();
        methods.sort_unstable_by_key(|(method, _)| **method);
        for (method, family) in methods {
            let label = match *method {
                "prompts/get" => "gen_ai_prompt_name",
                _ => "gen_ai_tool_name",
            };
            let mut named: Vec<_> = family.named.iter().collect();
            named.sort_unstable_by_key(|(name, _)| Arc::clone(name));
            let nameless = std::iter::once((String::new(), &family.nameless));
            let named = named
                .into_iter()
                .map(|(name, series)| (format!("{label}=\"{}\",", escaped(name)), series));
            for (name, series) in nameless.chain(named) {
                for (outcome, histogram) in Outcome::ALL.iter().zip(&series.0) {
                    let outcome = outcome.as_str();
                    let method = escaped(method);
                    let labels =
                        format!("mcp_method_name=\"{method}\",{name}outcome=\"{outcome}\"");
                    histogram.write(f, &labels)?;
                }
            }
        }
        let in_flight = self.0.in_flight.load(Ordering::Relaxed);
        let name = "mcp_server_operations_in_flight";
        writeln!(f, "# HELP {name} How many requests run.\n# TYPE {name} gauge\n{name} {in_flight}")
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").field("in_flight", &self.0.in_flight).finish_non_exhaustive()
    }
}

/// A value of a label.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, next| {
        match next {
            '\\' | '"' => escaped.extend(['\\', next]),
            '\n' => escaped.push_str("\\n"),
            _ => {
                // Writing to a string cannot fail.
                let _ = escaped.write_char(next);
            }
        }
        escaped
    })
}
