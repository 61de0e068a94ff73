//! Arrays and their items.

use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;

use super::node::SchemaNode;

/// Checks one node.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    if !node.is_type("array") {
        return;
    }
    if node.has("prefixItems") {
        subject.report(Rule::ArrayPrefixItems, node.at("prefixItems"));
    }
    match node.get("items") {
        None => subject.report(Rule::ArrayNoItems, &node.pointer),
        Some(items) if has_array_branch(items) => {
            subject.report(Rule::ArrayNestedAnyOf, node.at("items"));
        }
        Some(_) => {}
    }
}

fn has_array_branch(items: &Value) -> bool {
    let branches = ["anyOf", "oneOf"].into_iter().filter_map(|keyword| items.get(keyword));
    branches
        .filter_map(Value::as_array)
        .flatten()
        .any(|branch| branch.get("type").is_some_and(|name| name == "array"))
}
