//! Missing types and lists of types.

use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;

use super::node::SchemaNode;

/// Keywords that stand in for a type.
const INSTEAD: [&str; 6] = ["$ref", "anyOf", "oneOf", "allOf", "not", "const"];
/// Keywords whose schemas add to a type that stands elsewhere.
const CONDITIONS: [&str; 5] = ["if", "then", "else", "not", "allOf"];

/// Checks one node.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    if node.get("type").is_some_and(Value::is_array) && !node.types.is_empty() {
        let is_option = node.is_type("null") && node.types.len() == 2;
        let rule = if is_option { Rule::OptionTypeArray } else { Rule::TypeArray };
        subject.report(rule, node.at("type"));
    }
    let needs_type = node.keyword.is_some_and(|keyword| !CONDITIONS.contains(&keyword));
    if needs_type && node.types.is_empty() && !INSTEAD.iter().any(|keyword| node.has(keyword)) {
        subject.report(Rule::TypeMissing, &node.pointer);
    }
}
