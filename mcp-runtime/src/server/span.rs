//! What the operator's log says of each request: what was asked of whom and how it ended, never
//! with which arguments.
//!
//! The names are those of OpenTelemetry's
//! [conventions for MCP](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/).

use serde::Deserialize;
use tracing::{Instrument as _, Span, field};

use super::step::Step;
use super::{Reply, Response};
use crate::jsonrpc::{string, truncate_for_display};
use crate::negotiation::{Params, RequestContext};
use crate::protocol::Method;

/// The trace that a request belongs to, as its `_meta` says (2026-07-28, "Overview", `_meta`).
#[derive(Default, Deserialize)]
struct TraceContext {
    traceparent: Option<String>,
    tracestate: Option<String>,
}

/// Opens the span of a request, if anybody listens.
pub(super) fn open(request: &RequestContext, method: Method, params: &Params<'_>) -> Span {
    let span = tracing::info_span!(
        "mcp.request",
        mcp.method.name = method.name(),
        mcp.protocol.version = request.version.as_str(),
        gen_ai.tool.name = field::Empty,
        gen_ai.prompt.name = field::Empty,
        gen_ai.operation.name = field::Empty,
        // What tracing-opentelemetry makes the name, the kind and the status of a span of.
        otel.name = field::Empty,
        otel.kind = "server",
        otel.status_code = field::Empty,
        otel.status_description = field::Empty,
        "error.type" = field::Empty,
        jsonrpc.request.id = field::Empty,
        outcome = field::Empty,
        rpc.response.status_code = field::Empty,
        traceparent = field::Empty,
        tracestate = field::Empty,
    );
    if !span.is_disabled() {
        describe(&span, method, params);
        span.record("jsonrpc.request.id", truncate_for_display(&request.id.to_string()));
    }
    span
}

/// Lets a step run in its span, and notes how it ends.
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
            let inner = span.clone();
            let followed = async move {
                let response = future.await;
                end(&inner, &response);
                response
            };
            Step::Pending(Box::pin(followed.instrument(span)))
        }
    }
}

fn describe(span: &Span, method: Method, params: &Params<'_>) {
    let field = match method {
        Method::CallTool => Some("gen_ai.tool.name"),
        Method::GetPrompt => Some("gen_ai.prompt.name"),
        _ => None,
    };
    if method == Method::CallTool {
        span.record("gen_ai.operation.name", "execute_tool");
    }
    match (field, params.name.and_then(string)) {
        (Some(field), Some(name)) => {
            let name = truncate_for_display(&name);
            span.record("otel.name", format!("{} {name}", method.name()));
            span.record(field, name);
        }
        _ => drop(span.record("otel.name", method.name())),
    }
    let trace: TraceContext =
        params.meta.text().and_then(|meta| serde_json::from_str(meta).ok()).unwrap_or_default();
    // The entries may be anything; only a trace context counts.
    if let Some(parent) = trace.traceparent.filter(|parent| is_traceparent(parent)) {
        span.record("traceparent", parent);
        if let Some(state) = trace.tracestate {
            span.record("tracestate", truncate_for_display(&state));
        }
    }
}

/// `version-trace-parent-flags` in lower-case hex.
///
/// Source: <https://www.w3.org/TR/trace-context/#traceparent-header>
fn is_traceparent(text: &str) -> bool {
    let is_hex = |part: &str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    text.split('-').map(str::len).eq([2, 32, 16, 2]) && text.split('-').all(is_hex)
}

fn end(span: &Span, response: &Response) {
    span.record("outcome", outcome(response));
    match response {
        Err(error) => {
            span.record("rpc.response.status_code", error.code.0);
            span.record("error.type", error.code.0.to_string());
            span.record("otel.status_code", "ERROR");
            span.record("otel.status_description", truncate_for_display(&error.message));
        }
        Ok(Reply::Tool(result)) if result.is_error == Some(true) => {
            span.record("error.type", "tool_error");
            span.record("otel.status_code", "ERROR");
        }
        Ok(_) => {}
    }
}

fn outcome(response: &Response) -> &'static str {
    match response {
        Ok(Reply::Tool(result)) if result.is_error == Some(true) => "tool error",
        Ok(Reply::InputRequired(_)) => "input required",
        Ok(_) => "ok",
        Err(_) => "error",
    }
}
