//! The tracing span of each request: what was called and how it ended, but never its arguments.
//!
//! The names are those of OpenTelemetry's
//! [conventions for MCP](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/).

use core::net::IpAddr;

use sha2::{Digest as _, Sha256};
use tracing::{Instrument as _, Span, field};

use super::observe::{Outcome, cause};
use super::response::Step;
use super::{Reply, Response, Server};
use crate::caller::Caller;
use crate::jsonrpc::{string, truncate_for_display};
use crate::negotiation::{Params, RequestContext};
use crate::protocol::Method;
use crate::protocol::hex::hex;
use crate::protocol::trace_context::TraceContext;
use crate::span::{fail, name_after};

/// Links a span to its trace.
pub(super) type OnSpan = Box<dyn Fn(&Span, &SpanOrigin) + Send + Sync>;

/// Which trace a request comes from, as [`on_span`](crate::observe::Telemetry::on_span) receives it.
///
/// Source: [OpenTelemetry, MCP, "Context propagation"](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SpanOrigin {
    /// The trace context in its `_meta`: the parent of the span.
    pub meta: TraceContext,
    /// The trace context in the headers of its HTTP request: a span to link to, or the parent if
    /// `_meta` has none.
    pub headers: TraceContext,
}

impl Server {
    /// Opens the span of a request, if a subscriber is interested.
    pub(super) fn open_span(
        &self,
        request: &RequestContext,
        method: Method,
        params: &Params<'_>,
    ) -> Span {
        let span = make(request, method);
        if !span.is_disabled() {
            describe(&span, method, params);
            span.record("jsonrpc.request.id", truncate_for_display(&request.id.to_string()));
            self.describe_network(&span, request);
            let meta = params.meta.text().map(TraceContext::of_meta).unwrap_or_default();
            for (key, value) in meta.iter() {
                span.record(key, value);
            }
            if let Some(hook) = &self.0.monitoring.on_span {
                let header = |name: &str| request.transport.as_ref()?.header(name);
                hook(&span, &SpanOrigin { meta, headers: TraceContext::read(header) });
            }
        }
        span
    }

    fn describe_network(&self, span: &Span, request: &RequestContext) {
        if let Some(network) = self.0.network {
            span.record("network.transport", network);
        }
        let transport = request.transport.as_deref();
        if let Some(version) = transport.and_then(|transport| transport.http_version()) {
            span.record("network.protocol.name", "http");
            span.record("network.protocol.version", version);
        }
        let peer = transport.and_then(|transport| transport.address());
        if let Some(address) = peer.or_else(|| address(&request.caller)) {
            span.record("client.address", field::display(address));
        }
        let session = transport.filter(|_| request.back.outgoing().is_some());
        if let Some(id) = session.and_then(|transport| transport.header("mcp-session-id")) {
            span.record("mcp.session.id", shown_session(id));
        }
    }
}

/// How a session is named in logs: its id itself grants access to it.
pub(crate) fn shown_session(id: &str) -> String {
    hex(&Sha256::digest(id)[..8])
}

fn address(caller: &Caller) -> Option<IpAddr> {
    match caller {
        Caller::Address(address) => Some(*address),
        _ => None,
    }
}

fn make(request: &RequestContext, method: Method) -> Span {
    tracing::info_span!(
        "mcp.request",
        mcp.method.name = method.name(),
        mcp.protocol.version = request.version.as_str(),
        mcp.resource.uri = field::Empty,
        mcp.session.id = field::Empty,
        gen_ai.tool.name = field::Empty,
        gen_ai.prompt.name = field::Empty,
        gen_ai.operation.name = field::Empty,
        // tracing-opentelemetry takes the name, the kind and the status of a span from these.
        otel.name = field::Empty,
        otel.kind = "server",
        otel.status_code = field::Empty,
        otel.status_description = field::Empty,
        "error.type" = field::Empty,
        jsonrpc.request.id = field::Empty,
        network.transport = field::Empty,
        network.protocol.name = field::Empty,
        network.protocol.version = field::Empty,
        client.address = field::Empty,
        outcome = field::Empty,
        rpc.response.status_code = field::Empty,
        traceparent = field::Empty,
        tracestate = field::Empty,
    )
}

/// The span of a request that has not ended: one that is dropped was cancelled.
struct RunningSpan(Span);

impl RunningSpan {
    fn end(mut self, response: &Response) {
        end(&std::mem::replace(&mut self.0, Span::none()), response);
    }
}

impl Drop for RunningSpan {
    fn drop(&mut self) {
        self.0.record("outcome", Outcome::Cancelled.as_str());
    }
}

/// Runs a step in its span, and records how it ends.
pub(super) fn follow(span: Span, step: Step) -> Step {
    if span.is_disabled() {
        return step;
    }
    match step {
        Step::Ready(response) => {
            end(&span, &response);
            Step::Ready(response)
        }
        Step::Pending(future) => {
            let running = RunningSpan(span.clone());
            let followed = async move {
                let response = future.await;
                running.end(&response);
                response
            };
            Step::Pending(Box::pin(followed.instrument(span)))
        }
    }
}

fn describe(span: &Span, method: Method, params: &Params<'_>) {
    let name = params.name.and_then(string).map(|name| truncate_for_display(&name));
    name_after(span, method.name(), Some(method), name.as_deref());
    if let Some(uri) = params.uri.and_then(string) {
        span.record("mcp.resource.uri", truncate_for_display(&uri));
    }
}

fn end(span: &Span, response: &Response) {
    span.record("outcome", Outcome::of(response, cause(response)).as_str());
    match response {
        Err(error) => {
            let code = error.code.0.to_string();
            span.record("rpc.response.status_code", code.as_str());
            fail(span, &code);
            span.record("otel.status_description", truncate_for_display(&error.message));
        }
        Ok(Reply::Tool(result)) if result.is_error == Some(true) => {
            fail(span, "tool_error");
        }
        Ok(_) => {}
    }
}
