//! Observers of requests, and a server that lets nothing be changed.

use std::sync::Arc;

use tracing::Span;

use super::ServerBuilder;
use crate::server::catalog::Feature;
use crate::server::observe::Done;
use crate::server::span::SpanOrigin;

impl ServerBuilder {
    /// Reports each request to an observer when it is done: what was asked by whom and how it ended, never with which
    /// arguments. It is called where requests are served, so it must not block; there may be several.
    ///
    /// ```
    /// use mcp_runtime::server;
    ///
    /// let server = server!().observe(|done| {
    ///     println!("{} {:?}: {:?} in {:?}", done.method, done.name, done.outcome, done.duration);
    /// });
    /// ```
    pub fn observe(mut self, observer: impl Fn(&Done<'_>) + Send + Sync + 'static) -> Self {
        self.observers.push(Arc::new(observer));
        self
    }

    /// Gives the span of each request its place in a trace. It is called when the span is made and before
    /// it is entered, which is when `tracing-opentelemetry` takes a parent; only where somebody listens to
    /// spans. With the feature `otel`, `opentelemetry` does it.
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

    /// Shows only the tools that say that they change nothing: `#[tool(read_only)]`. The others do
    /// not exist for clients. It narrows what [`visible`](Self::visible) admits, if that was said before.
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
