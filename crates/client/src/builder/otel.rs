//! OpenTelemetry traces for the requests of a client.

use opentelemetry::propagation::TextMapPropagator as _;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::ClientBuilder;
use crate::protocol::otel::propagator;

impl ClientBuilder {
    /// Propagates the OpenTelemetry trace context to servers, if a layer of `tracing-opentelemetry`
    /// 0.34 is installed: the parent is the span in which a request is awaited. Baggage is
    /// propagated as well. This replaces [`on_span`](Self::on_span).
    ///
    /// ```
    /// let client = mcp_runtime_client::Client::builder("agent", "1.0").opentelemetry();
    /// ```
    pub fn opentelemetry(self) -> Self {
        self.on_span(|span, trace| propagator().inject_context(&span.context(), trace))
    }
}
