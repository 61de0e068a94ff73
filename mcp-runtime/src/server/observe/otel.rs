//! The OpenTelemetry traces that requests belong to.

use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TraceContextExt as _;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::otel::propagator;
use crate::server::span::SpanOrigin;

/// Puts the span of a request into the trace of its caller.
pub(super) fn place(span: &Span, origin: &SpanOrigin) {
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
        tracing::debug!(?error, "the span of a request has no parent");
    }
}
