//! `anyOf`, `oneOf`, `allOf`, `const`, and other keywords that Gemini does not support.

use serde_json::{Value, json};

use crate::Rule;
use crate::findings::Subject;

use super::node::SchemaNode;

const UNKNOWN_TO_GEMINI: [&str; 22] = [
    "$comment",
    "$id",
    "$anchor",
    "patternProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "unevaluatedProperties",
    "uniqueItems",
    "multipleOf",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
];

/// Checks one node.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    for keyword in ["anyOf", "oneOf"] {
        if let Some(branches) = node.get(keyword).and_then(Value::as_array) {
            check_branches(keyword, branches, node, subject);
        }
    }
    // At the root it is a separate error.
    if node.has("allOf") && !node.is_root() {
        subject.report(Rule::CombinatorAllOf, node.at("allOf"));
    }
    if node.has("const") && !matches!(node.keyword, Some("anyOf" | "oneOf")) {
        subject.report(Rule::ConstUsed, node.at("const"));
    }
    for keyword in UNKNOWN_TO_GEMINI.iter().filter(|keyword| node.has(keyword)) {
        subject.report(Rule::GeminiKeyword, node.at(keyword));
    }
}

fn check_branches(
    keyword: &str,
    branches: &[Value],
    node: &SchemaNode<'_>,
    subject: &mut Subject<'_, '_>,
) {
    let is_enum = !branches.is_empty() && branches.iter().all(is_values);
    if is_enum {
        subject.report(Rule::EnumOneOfConst, node.at(keyword));
    } else if branches.iter().any(is_null) {
        subject.report(Rule::OptionAnyNull, node.at(keyword));
    }
    if keyword == "oneOf" && !is_enum && !node.is_root() {
        subject.report(Rule::CombinatorOneOf, node.at(keyword));
    }
}

/// A branch that lists values, which one `enum` could hold.
fn is_values(branch: &Value) -> bool {
    let is_string = branch.get("type").is_none_or(|name| name == "string");
    branch.get("const").is_some() || (is_string && branch.get("enum").is_some_and(Value::is_array))
}

fn is_null(branch: &Value) -> bool {
    branch.get("type").is_some_and(|name| name == "null")
        || branch.get("enum") == Some(&json!([null]))
        || branch.get("const") == Some(&Value::Null)
}
