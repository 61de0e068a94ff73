//! Tracing spans for the requests that are sent: the method, the subject and the outcome, but never
//! the arguments.
//!
//! The names are those of OpenTelemetry's
//! [conventions for MCP](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/).

use tracing::{Span, field};

use super::call::ClientCall;
use super::connection::Connection;
use super::result::Outcome;
use super::settings::Settings;
use crate::jsonrpc::truncate_for_display;
use crate::protocol::Method;
use crate::protocol::span::{fail, name_after};
use crate::protocol::trace_context::TraceContext;

/// The span of a request. It is never entered: it is not the parent of other spans.
pub(super) struct ClientSpan(Span);

impl ClientSpan {
    /// Opens the span of a request, if a subscriber has enabled it.
    pub(super) fn open(connection: &Connection, call: &ClientCall) -> Self {
        // Another protocol has its own conventions.
        if connection.adapter().is_some() {
            return Self(Span::none());
        }
        let span = make(&call.method);
        if !span.is_disabled() {
            describe(&span, connection, call);
        }
        Self(span)
    }

    /// The trace context that is sent to the server.
    pub(super) fn trace(&self, settings: &Settings) -> Option<TraceContext> {
        let hook = settings.on_span.as_ref().filter(|_| !self.0.is_disabled())?;
        let mut trace = TraceContext::default();
        hook(&self.0, &mut trace);
        Some(trace).filter(|trace| !trace.is_empty())
    }

    pub(super) fn set_id(&self, id: u64) {
        if !self.0.is_disabled() {
            self.0.record("jsonrpc.request.id", field::display(id));
        }
    }

    /// Records how the request ends.
    pub(super) fn end(&self, outcome: &Outcome) {
        let span = &self.0;
        if span.is_disabled() {
            return;
        }
        match outcome {
            Ok(result) if result.is_error => fail(span, "tool_error"),
            Ok(_) => {}
            Err(error) => {
                let code = error.rpc().map(|error| error.code.0.to_string());
                if let Some(code) = &code {
                    span.record("rpc.response.status_code", code.as_str());
                }
                let unanswered = if error.is_timeout() { "timeout" } else { "_OTHER" };
                fail(span, code.as_deref().unwrap_or(unanswered));
                let description = truncate_for_display(&error.to_string());
                span.record("otel.status_description", description);
            }
        }
    }
}

fn make(method: &str) -> Span {
    tracing::info_span!(
        "mcp.client.request",
        mcp.method.name = method,
        mcp.protocol.version = field::Empty,
        mcp.resource.uri = field::Empty,
        gen_ai.tool.name = field::Empty,
        gen_ai.prompt.name = field::Empty,
        gen_ai.operation.name = field::Empty,
        otel.name = field::Empty,
        otel.kind = "client",
        otel.status_code = field::Empty,
        otel.status_description = field::Empty,
        "error.type" = field::Empty,
        jsonrpc.request.id = field::Empty,
        network.transport = field::Empty,
        network.protocol.name = field::Empty,
        rpc.response.status_code = field::Empty,
    )
}

fn describe(span: &Span, connection: &Connection, call: &ClientCall) {
    if let Some(version) = connection.version() {
        span.record("mcp.protocol.version", version.as_str());
    }
    let network = connection.transport().and_then(|transport| transport.network());
    if let Some(network) = network {
        span.record("network.transport", network);
        if network == "tcp" {
            span.record("network.protocol.name", "http");
        }
    }
    let method = call.known();
    let subject = call.subject().map(|subject| truncate_for_display(&subject));
    name_after(span, &call.method, method, subject.as_deref());
    if let Some(uri) = subject.filter(|_| method.is_some_and(names_resource)) {
        span.record("mcp.resource.uri", uri);
    }
}

fn names_resource(method: Method) -> bool {
    matches!(method, Method::ReadResource | Method::Subscribe | Method::Unsubscribe)
}
