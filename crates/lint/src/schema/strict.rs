//! OpenAI's strict mode.

use std::collections::HashSet;

use serde_json::Value;

use crate::findings::Subject;
use crate::{Rule, Target};

use super::node::SchemaNode;
use super::objects::unique_strings;

/// Checks one node, if the target was chosen.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    if !subject.lint().has_target(Target::OpenAiStrict) {
        return;
    }
    if !is_closed(node) || node.has("format") || node.has("default") {
        subject.report(Rule::OpenAiStrict, &node.pointer);
    }
}

/// Whether an object requires all of its properties, and allows no other.
fn is_closed(node: &SchemaNode<'_>) -> bool {
    let Some(properties) = node.get("properties").and_then(Value::as_object) else {
        return true;
    };
    let required = node.get("required").and_then(unique_strings).unwrap_or_default();
    node.get("additionalProperties") == Some(&Value::Bool(false))
        && required.into_iter().collect::<HashSet<_>>()
            == properties.keys().map(String::as_str).collect()
}
