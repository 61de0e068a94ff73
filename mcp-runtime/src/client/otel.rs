//! The traces of OpenTelemetry that the requests of a client belong to.

use opentelemetry::propagation::TextMapPropagator as _;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::builder::ClientBuilder;
use crate::otel::propagator;

impl ClientBuilder {
    /// Lets servers know which trace each request belongs to, where a layer of `tracing-opentelemetry` 0.34
    /// listens to `tracing`: that of the span in which the request is awaited. Baggage goes along. It
    /// takes the place of [`on_span`](Self::on_span).
    ///
    /// ```
    /// let client = mcp_runtime::client::Client::builder("agent", "1.0").opentelemetry();
    /// ```
    pub fn opentelemetry(self) -> Self {
        self.on_span(|span, trace| propagator().inject_context(&span.context(), trace))
    }
}
