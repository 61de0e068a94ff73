//! What is told to operators about each request.

use std::sync::Arc;

use tracing::Span;

#[cfg(feature = "observe")]
use super::{Audit, Metrics};
use super::{CompletedRequest, Observer};
use crate::debug::short_debug;
use crate::server::span::{OnSpan, SpanOrigin};

/// What a server tells its operators about each request, for
/// [`ServerBuilder::telemetry`](crate::ServerBuilder::telemetry).
///
/// ```
/// use mcp_runtime::observe::Telemetry;
/// use mcp_runtime::server;
///
/// let telemetry = Telemetry::new().observe(|request| {
///     println!("{} {:?}: {:?} in {:?}", request.method, request.name, request.outcome, request.duration);
/// });
/// let server = server!().telemetry(telemetry);
/// ```
#[derive(Default)]
#[must_use = "it does nothing until it is given to a server"]
pub struct Telemetry {
    pub(in crate::server) observers: Vec<Arc<dyn Observer>>,
    pub(in crate::server) on_span: Option<OnSpan>,
}

short_debug!(Telemetry {});

impl Telemetry {
    /// Nothing is told.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports each completed request to an observer: the method, the caller and the outcome, never
    /// the arguments. It is called where requests are served, so it must not block; there may be
    /// several.
    pub fn observe(
        mut self,
        observer: impl Fn(&CompletedRequest<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.observers.push(Arc::new(observer));
        self
    }

    /// Sets the parent of the span of each request. The hook is called after the span is created
    /// and before it is entered, which is when `tracing-opentelemetry` accepts a parent, and only
    /// if spans have a subscriber. With the feature `otel`, `opentelemetry` does it.
    ///
    /// ```
    /// use mcp_runtime::observe::Telemetry;
    /// use mcp_runtime::server;
    ///
    /// let telemetry = Telemetry::new().on_span(|span, origin| {
    ///     if let Some(parent) = origin.meta.get("traceparent") {
    ///         println!("{:?} belongs to {parent}", span.id());
    ///     }
    /// });
    /// let server = server!().telemetry(telemetry);
    /// ```
    pub fn on_span(mut self, hook: impl Fn(&Span, &SpanOrigin) + Send + Sync + 'static) -> Self {
        self.on_span = Some(Box::new(hook));
        self
    }

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
    #[cfg(feature = "otel")]
    pub fn opentelemetry(self) -> Self {
        self.on_span(super::otel::place)
    }

    /// Collects metrics of the server.
    #[cfg(feature = "observe")]
    pub fn metrics(mut self, metrics: Metrics) -> Self {
        self.observers.push(Arc::new(metrics));
        self
    }

    /// Logs each tool call.
    #[cfg(feature = "observe")]
    pub fn audit(mut self, audit: Audit) -> Self {
        self.observers.push(Arc::new(audit));
        self
    }
}
