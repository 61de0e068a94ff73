//! Regular expressions in schemas.

use mcp_runtime_protocol::reference::escape;
use mcp_runtime_schema::ecma;
use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;
use crate::json::quoted;

use super::node::SchemaNode;

/// Checks `pattern` and the keys of `patternProperties`.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    if let Some(pattern) = node.get("pattern").and_then(Value::as_str) {
        check_pattern(pattern, node.at("pattern"), node, subject);
    }
    for pattern in node.get("patternProperties").and_then(Value::as_object).into_iter().flatten() {
        let pointer = format!("{}/{}", node.at("patternProperties"), escape(pattern.0));
        check_pattern(pattern.0, pointer, node, subject);
    }
}

fn check_pattern(
    pattern: &str,
    pointer: String,
    node: &SchemaNode<'_>,
    subject: &mut Subject<'_, '_>,
) {
    let syntax = ecma::read(pattern);
    if let Some(at) = syntax.error {
        let found = format!("{} is not valid from character {at} on", quoted(pattern));
        subject.report_found(Rule::PatternNotEcma, pointer.clone(), found);
    }
    if syntax.has_lookaround && node.is_input() {
        subject.report_found(Rule::PatternLookaround, pointer, quoted(pattern));
    }
}
