//! The formats that validators and providers support.

use mcp_runtime_schema::keywords::FORMATS;
use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;
use crate::json::quoted;

use super::node::SchemaNode;

/// Checks one node.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    let Some(format) = node.get("format").and_then(Value::as_str) else {
        return;
    };
    let rule = if !FORMATS.contains(&format) {
        Rule::FormatUnknown
    } else if node.is_input() && node.is_type("string") && format != "date-time" {
        Rule::FormatGemini
    } else {
        return;
    };
    subject.report_found(rule, node.at("format"), quoted(format));
}
