//! Traces of OpenTelemetry: between the spans of `tracing` and what messages carry.

use std::sync::OnceLock;

use opentelemetry::propagation::{Extractor, Injector, TextMapCompositePropagator};
use opentelemetry_sdk::propagation::{BaggagePropagator, TraceContextPropagator};

use crate::protocol::trace_context::TraceContext;

/// What MCP carries: the trace context and the baggage of W3C, whatever else the program propagates elsewhere.
pub(crate) fn propagator() -> &'static TextMapCompositePropagator {
    static PROPAGATOR: OnceLock<TextMapCompositePropagator> = OnceLock::new();
    PROPAGATOR.get_or_init(|| {
        let (trace, baggage) = (TraceContextPropagator::new(), BaggagePropagator::new());
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
