//! The metrics in the Prometheus text format.
//!
//! The names follow OpenTelemetry's [conventions for
//! MCP](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/), as they are written in
//! Prometheus.
//!
//! Source: [Prometheus, "Exposition formats"](https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mcp_runtime::observe::Outcome;

use super::{BOUNDS, Counts, Histogram, Metrics};

const DURATION: &str = "mcp_server_operation_duration_seconds";

impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_durations(f)?;
        let in_flight = self.0.in_flight.load(Ordering::Relaxed);
        head(
            f,
            "mcp_server_operations_in_flight",
            "gauge",
            "The number of requests that are running.",
        )?;
        writeln!(f, "mcp_server_operations_in_flight {in_flight}")?;
        self.0.write_refusals(f)?;
        self.0.write_gauges(f)?;
        self.0.write_servers(f)
    }
}

impl Counts {
    fn write_durations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = "How long requests took, by method, tool or prompt, and outcome.";
        head(f, DURATION, "histogram", help)?;
        let all = self.series.read();
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
        Ok(())
    }

    fn write_refusals(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = "mcp_server_refused_total";
        head(f, name, "counter", "How many messages were rejected, by reason.")?;
        for (reason, count) in self.refused.read().iter() {
            writeln!(f, "{name}{{reason=\"{reason}\"}} {}", count.load(Ordering::Relaxed))?;
        }
        Ok(())
    }

    fn write_gauges(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sums = BTreeMap::new();
        for gauge in self.gauges.lock().iter() {
            let Some(value) = gauge.value() else { continue };
            sums.entry(gauge.name).or_insert((gauge.help, 0)).1 += value;
        }
        for (name, (help, value)) in sums {
            head(f, name, "gauge", help)?;
            writeln!(f, "{name} {value}")?;
        }
        Ok(())
    }

    fn write_servers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = "mcp_server_info";
        head(f, info, "gauge", "The name and the version of the server.")?;
        for (name, version) in self.servers.lock().iter() {
            let name = escaped(name);
            let version = escaped(version);
            writeln!(f, "{info}{{name=\"{name}\",version=\"{version}\"}} 1")?;
        }
        Ok(())
    }
}

fn head(f: &mut fmt::Formatter<'_>, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(f, "# HELP {name} {help}\n# TYPE {name} {kind}")
}

impl Histogram {
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
            let whole = bound / 1_000;
            let rest = bound % 1_000;
            let text = format!("{whole}.{rest:03}");
            let bound = text.trim_end_matches('0').trim_end_matches('.');
            writeln!(f, "{DURATION}_bucket{{{labels},le=\"{bound}\"}} {so_far}")?;
        }
        writeln!(f, "{DURATION}_bucket{{{labels},le=\"+Inf\"}} {total}")?;
        let nanos = self.nanos.load(Ordering::Relaxed);
        let seconds = nanos / 1_000_000_000;
        let rest = nanos % 1_000_000_000;
        writeln!(f, "{DURATION}_sum{{{labels}}} {seconds}.{rest:09}")?;
        writeln!(f, "{DURATION}_count{{{labels}}} {total}")
    }
}

/// Escapes the value of a label.
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
