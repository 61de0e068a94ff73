//! Keywords that only one dialect of JSON Schema has.

use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;

use super::node::SchemaNode;

const ONLY_2020: [&str; 11] = [
    "dependentSchemas",
    "dependentRequired",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "minContains",
    "maxContains",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$recursiveRef",
    "$recursiveAnchor",
];
const ONLY_07: [&str; 3] = ["additionalItems", "dependencies", "definitions"];

/// Checks one node.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    if let Some(dialect) = node.get("$schema") {
        let is_2020 = dialect.as_str().is_some_and(|dialect| dialect.contains("2020-12"));
        let rule = if node.is_input() || is_2020 {
            Rule::SchemaDialect
        } else {
            Rule::SchemaDialectOutput
        };
        subject.report_found(rule, node.at("$schema"), dialect.to_string());
    }
    for keyword in ONLY_2020.iter().filter(|keyword| node.has(keyword)) {
        subject.report(Rule::SchemaOnly2020, node.at(keyword));
    }
    // In the input, providers refuse it for more reasons than its dialect.
    if !node.is_input() && node.has("prefixItems") {
        subject.report(Rule::SchemaOnly2020, node.at("prefixItems"));
    }
    for keyword in ONLY_07.iter().filter(|keyword| node.has(keyword)) {
        subject.report(Rule::SchemaOnly07, node.at(keyword));
    }
    if node.get("items").is_some_and(Value::is_array) {
        subject.report(Rule::SchemaOnly07, node.at("items"));
    }
    if node.has("nullable") {
        subject.report(Rule::SchemaNullable, node.at("nullable"));
    }
}
