//! Observers of requests, and read-only servers.

use std::sync::Arc;

use tracing::Span;

use super::ServerBuilder;
use crate::server::catalog::Feature;
use crate::server::observe::CompletedRequest;
use crate::server::span::SpanOrigin;

impl ServerBuilder {
    /// Reports each completed request to an observer: the method, the caller and the outcome, never
    /// the arguments. It is called where requests are served, so it must not block; there may be
    /// several.
    ///
    /// ```
    /// use mcp_runtime::server;
    ///
    /// let server = server!().observe(|request| {
    ///     println!("{} {:?}: {:?} in {:?}", request.method, request.name, request.outcome, request.duration);
    /// });
    /// ```
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
    /// use mcp_runtime::server;
    ///
    /// let server = server!().on_span(|span, origin| {
    ///     if let Some(parent) = origin.meta.get("traceparent") {
    ///         println!("{:?} belongs to {parent}", span.id());
    ///     }
    /// });
    /// ```
    pub fn on_span(mut self, hook: impl Fn(&Span, &SpanOrigin) + Send + Sync + 'static) -> Self {
        self.on_span = Some(Box::new(hook));
        self
    }

    /// Shows only the tools that are declared as read-only, as with `#[tool(read_only)]`. The
    /// others do not exist for clients. It narrows what [`visible`](Self::visible) admits, if that
    /// was called before.
    pub fn read_only(self) -> Self {
        let before = self.visible.clone();
        self.visible(move |context, feature| {
            let is_read_only = match feature {
                Feature::Tool(tool) => {
                    let annotations = tool.annotations.as_ref();
                    annotations.is_some_and(|said| said.read_only_hint == Some(true))
                }
                _ => true,
            };
            is_read_only && before.as_ref().is_none_or(|rule| rule(context, feature))
        })
    }
}
