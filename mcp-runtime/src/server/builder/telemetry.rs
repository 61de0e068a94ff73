//! What is told to operators about each request.

use std::sync::Arc;

use tracing::Span;

use crate::debug::short_debug;
use crate::server::observe::{CompletedRequest, Observer};
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
    pub(super) observers: Vec<Arc<dyn Observer>>,
    pub(super) on_span: Option<OnSpan>,
}

short_debug!(Telemetry {});

impl Telemetry {
    /// Creates an empty value, with which nothing is reported.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports each completed request to an observer: the method, the caller and the outcome, never
    /// the arguments. It is called where requests are served, so it must not block; there may be
    /// several.
    pub fn observe(self, observer: impl Fn(&CompletedRequest<'_>) + Send + Sync + 'static) -> Self {
        self.observer(observer)
    }

    /// Reports to an [`Observer`], such as the metrics and the audit log of
    /// [`mcp-runtime-observe`](https://docs.rs/mcp-runtime-observe).
    pub fn observer(mut self, observer: impl Observer + 'static) -> Self {
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
}
