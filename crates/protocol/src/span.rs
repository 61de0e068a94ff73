//! Attributes of request spans, for servers and clients, named after OpenTelemetry's
//! [conventions for MCP](https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/).

use tracing::Span;

use crate::Method;

/// Names a span after its method and its target, a tool or prompt.
pub fn name_after(span: &Span, method: &str, known: Option<Method>, target: Option<&str>) {
    let field = match known {
        Some(Method::CallTool) => Some("gen_ai.tool.name"),
        Some(Method::GetPrompt) => Some("gen_ai.prompt.name"),
        _ => None,
    };
    if known == Some(Method::CallTool) {
        span.record("gen_ai.operation.name", "execute_tool");
    }
    match (field, target) {
        (Some(field), Some(name)) => {
            span.record("otel.name", format!("{method} {name}"));
            span.record(field, name);
        }
        _ => drop(span.record("otel.name", method)),
    }
}

/// Records that a request failed, and the type of the error.
pub fn fail(span: &Span, error_type: &str) {
    span.record("error.type", error_type);
    span.record("otel.status_code", "ERROR");
}
