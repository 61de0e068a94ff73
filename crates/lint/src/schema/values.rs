//! `enum` and `default`.

use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;
use crate::json::kind;

use super::node::SchemaNode;
use super::structure::invalid;

/// Checks one node.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    match node.get("enum") {
        None => {}
        Some(Value::Array(values)) if !values.is_empty() => check_enum(values, node, subject),
        Some(_) => invalid(node.at("enum"), "it must be an array with at least one value", subject),
    }
    match node.get("default") {
        None => {}
        Some(Value::Null) if node.is_input() && !node.is_type("null") => {
            subject.report(Rule::DefaultNull, node.at("default"));
        }
        Some(default) if !has_type(default, node) => {
            subject.report_found(Rule::DefaultMismatch, node.at("default"), default.to_string());
        }
        Some(_) => {}
    }
}

fn check_enum(values: &[Value], node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    let pointer = node.at("enum");
    if values.iter().enumerate().any(|(i, value)| values[..i].contains(value)) {
        invalid(pointer.clone(), "a value occurs twice", subject);
    }
    if let Some(value) = values.iter().find(|value| !has_type(value, node)) {
        subject.report_found(Rule::DefaultMismatch, &pointer, value.to_string());
    }
    if node.is_input() {
        if values.iter().any(|value| !value.is_string() && !value.is_null()) {
            subject.report(Rule::EnumNotString, &pointer);
        }
        if values.iter().any(|value| value == "") {
            subject.report(Rule::EnumEmptyString, pointer);
        }
    }
}

/// Whether a value has one of the types of a schema, if it names any.
fn has_type(value: &Value, node: &SchemaNode<'_>) -> bool {
    let kind = kind(value);
    node.types.is_empty() || node.is_type(kind) || (kind == "integer" && node.is_type("number"))
}
