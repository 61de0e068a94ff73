//! Counts what a server does.

mod exposition;
#[cfg(feature = "http")]
mod http;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use foldhash::fast::RandomState;
use mcp_runtime::observe::{CompletedRequest, Gauge, Observer, Outcome};
use mcp_runtime_protocol::Implementation;
use mcp_runtime_protocol::sync::{Mutex, RwLock};

/// The upper bounds of the histogram buckets, in milliseconds.
///
/// Source: [OpenTelemetry, MCP, "Metrics"](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/).
const BOUNDS: [u64; 14] =
    [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000];

/// The maximum number of handlers with counts of their own, as tools can be added and removed;
/// others count as those without a name.
const MAX_SERIES: usize = 2_000;

/// Metrics of a server: the number of calls to each tool and method, their outcomes and durations.
///
/// It displays as the Prometheus text format 0.0.4. `--metrics` on the command line serves it over
/// HTTP, and it is a service itself: `Router::new().route_service("/metrics", metrics)` in axum.
///
/// It can be shared by several servers, whose requests are then counted together.
///
/// ```
/// use mcp_runtime::observe::Telemetry;
/// use mcp_runtime::server;
/// use mcp_runtime_observe::Metrics;
///
/// let metrics = Metrics::new();
/// let server = server!().telemetry(Telemetry::new().observer(metrics.clone())).build()?;
/// assert!(metrics.to_string().contains("mcp_server_operations_in_flight 0\n"));
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Metrics(Arc<Counts>);

#[derive(Default)]
struct Counts {
    in_flight: AtomicI64,
    /// By method, and then by the name of the handler.
    series: RwLock<HashMap<&'static str, Family, RandomState>>,
    /// The number of refused messages, by reason.
    refused: RwLock<BTreeMap<&'static str, AtomicU64>>,
    gauges: Mutex<Vec<Gauge>>,
    /// The servers, by name and version.
    servers: Mutex<BTreeSet<(String, String)>>,
}

#[derive(Default)]
struct Family {
    nameless: Arc<Series>,
    named: HashMap<Arc<str>, Arc<Series>, RandomState>,
}

/// The counts of one handler, by outcome.
#[derive(Default)]
struct Series([Histogram; Outcome::ALL.len()]);

#[derive(Default)]
struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    nanos: AtomicU64,
}

/// The counts of a handler, and which metrics they belong to: others may count the same handler.
struct HandlerCounts {
    counts: Arc<Counts>,
    series: Arc<Series>,
}

impl Metrics {
    /// Creates metrics without any counts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Histogram {
    fn count(&self, duration: std::time::Duration) {
        let nanos = duration
            .as_secs()
            .saturating_mul(1_000_000_000)
            .saturating_add(duration.subsec_nanos().into());
        let is_within = |bound: &u64| nanos <= bound * 1_000_000;
        let bucket = BOUNDS.iter().position(is_within).unwrap_or(BOUNDS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.nanos.fetch_add(nanos, Ordering::Relaxed);
    }
}

impl Series {
    fn count(&self, request: &CompletedRequest<'_>) {
        self.0[request.outcome as usize].count(request.duration);
    }
}

impl Counts {
    fn series_of(&self, method: &'static str, name: Option<&str>) -> Arc<Series> {
        let find = |family: &Family| match name {
            None => Some(Arc::clone(&family.nameless)),
            Some(name) => family.named.get(name).cloned(),
        };
        if let Some(known) = self.series.read().get(method).and_then(find) {
            return known;
        }
        let mut series = self.series.write();
        let known: usize = series.values().map(|family| family.named.len()).sum();
        let family = series.entry(method).or_default();
        let series = match name {
            Some(name) if known < MAX_SERIES || family.named.contains_key(name) => {
                family.named.entry(name.into()).or_default()
            }
            _ => &family.nameless,
        };
        Arc::clone(series)
    }

    fn count_refusal(&self, reason: &'static str) {
        if let Some(count) = self.refused.read().get(reason) {
            count.fetch_add(1, Ordering::Relaxed);
            return;
        }
        self.refused.write().entry(reason).or_default().fetch_add(1, Ordering::Relaxed);
    }
}

impl Observer for Metrics {
    fn on_built(&self, info: &Implementation) {
        self.0.servers.lock().insert((info.name.clone(), info.version.clone()));
    }

    fn on_gauge(&self, gauge: Gauge) {
        let mut gauges = self.0.gauges.lock();
        gauges.retain(|gauge| gauge.value().is_some());
        gauges.push(gauge);
    }

    fn on_refused(&self, reason: &'static str) {
        self.0.count_refusal(reason);
    }

    fn on_begun(&self) {
        self.0.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    fn on_completed(&self, request: &CompletedRequest<'_>) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
        if let Some(reason) = request.refused {
            self.0.count_refusal(reason);
        }
        let known = request.attached::<HandlerCounts>();
        if let Some(known) = known.filter(|known| Arc::ptr_eq(&known.counts, &self.0)) {
            return known.series.count(request);
        }
        let series = self.0.series_of(request.method, request.name);
        series.count(request);
        request.attach(HandlerCounts { counts: Arc::clone(&self.0), series });
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").field("in_flight", &self.0.in_flight).finish_non_exhaustive()
    }
}
