//! The OpenTelemetry traces that requests belong to.

use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TraceContextExt as _;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::Telemetry;
use crate::protocol::otel::propagator;
use crate::server::span::SpanOrigin;

impl Telemetry {
    /// Makes the spans of requests part of their callers' traces, if a layer of
    /// `tracing-opentelemetry` 0.34 subscribes to `tracing`. Exporters are configured there.
    ///
    /// The parent is taken from `_meta`, with a link to the surrounding span, such as that of an
    /// HTTP request; without one in `_meta`, the surrounding span is the parent. It replaces
    /// [`on_span`](Self::on_span).
    ///
    /// ```
    /// use mcp_runtime::observe::Telemetry;
    ///
    /// let server = mcp_runtime::server!().telemetry(Telemetry::new().opentelemetry());
    /// ```
    pub fn opentelemetry(self) -> Self {
        self.on_span(place)
    }
}

fn place(span: &Span, origin: &SpanOrigin) {
    // The span is not entered yet.
    let mut around = Span::current().context();
    if !around.span().span_context().is_valid() {
        around = propagator().extract(&origin.headers);
    }
    let parent = propagator().extract_with_context(&around, &origin.meta);
    let linked = around.span().span_context().clone();
    if linked.is_valid() && origin.meta.get("traceparent").is_some() {
        span.add_link(linked);
    }
    if parent.span().span_context().is_valid()
        && let Err(error) = span.set_parent(parent)
    {
        tracing::debug!(?error, "could not set the parent of a request span");
    }
}
