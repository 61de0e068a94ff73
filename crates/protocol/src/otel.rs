//! OpenTelemetry traces: links the spans of `tracing` with the trace context in messages.

use std::sync::OnceLock;

use opentelemetry::propagation::{Extractor, Injector, TextMapCompositePropagator};
use opentelemetry_sdk::propagation::{BaggagePropagator, TraceContextPropagator};

use crate::trace_context::TraceContext;

/// The propagator for MCP: the W3C trace context and baggage, regardless of what else the program
/// propagates elsewhere.
pub fn propagator() -> &'static TextMapCompositePropagator {
    static PROPAGATOR: OnceLock<TextMapCompositePropagator> = OnceLock::new();
    PROPAGATOR.get_or_init(|| {
        let trace = TraceContextPropagator::new();
        let baggage = BaggagePropagator::new();
        TextMapCompositePropagator::new(vec![Box::new(trace), Box::new(baggage)])
    })
}

impl Extractor for TraceContext {
    fn get(&self, key: &str) -> Option<&str> {
        Self::get(self, key)
    }

    fn keys(&self) -> Vec<&str> {
        self.iter().map(|(key, _)| key).collect()
    }
}

impl Injector for TraceContext {
    fn set(&mut self, key: &str, value: String) {
        Self::set(self, key, &value);
    }
}
