//! Objects: `properties`, `required`, `additionalProperties`, and the keys.

use mcp_runtime_protocol::reference::escape;
use serde_json::{Map, Value};

use crate::Rule;
use crate::findings::Subject;
use crate::json::{quoted, text};
use crate::names::is_name;

use super::node::SchemaNode;
use super::structure::invalid;

/// Checks one node.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    let properties = node.get("properties").and_then(Value::as_object);
    if let Some(required) = node.get("required") {
        match unique_strings(required) {
            Some(required) => check_required(&required, properties, node, subject),
            None => {
                invalid(node.at("required"), "it must be an array of unique strings", subject);
            }
        }
    }
    if !node.is_input() {
        return;
    }
    for (key, property) in properties.into_iter().flatten() {
        check_property(key, property, node, subject);
    }
    if node.is_type("object") {
        if !node.is_root() && !node.has("properties") {
            subject.report(Rule::ObjectNoProperties, &node.pointer);
        }
    } else if !node.types.is_empty() && (node.has("properties") || node.has("required")) {
        subject.report(Rule::ObjectPropsOnScalar, &node.pointer);
    }
    if node.get("additionalProperties").is_some_and(Value::is_object) {
        subject.report(Rule::ObjectAdditional, node.at("additionalProperties"));
    }
}

/// The value of `required`, when it is valid.
pub(super) fn unique_strings(required: &Value) -> Option<Vec<&str>> {
    let names = required.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?;
    let is_unique = names.iter().enumerate().all(|(i, name)| !names[..i].contains(name));
    is_unique.then_some(names)
}

fn check_required(
    required: &[&str],
    properties: Option<&Map<String, Value>>,
    node: &SchemaNode<'_>,
    subject: &mut Subject<'_, '_>,
) {
    if !node.is_input() {
        return;
    }
    for name in required {
        match properties.and_then(|properties| properties.get(*name)) {
            None => {
                let found = format!("the schema has no property {}", quoted(name));
                subject.report_found(Rule::RequiredUnknown, node.at("required"), found);
            }
            Some(property) if property.get("default").is_some() => {
                let pointer = format!("{}/{}", node.at("properties"), escape(name));
                subject.report(Rule::RequiredHasDefault, pointer);
            }
            Some(_) => {}
        }
    }
}

fn check_property(
    key: &str,
    property: &Value,
    node: &SchemaNode<'_>,
    subject: &mut Subject<'_, '_>,
) {
    let pointer = format!("{}/{}", node.at("properties"), escape(key));
    if key.starts_with("r#") {
        subject.report_found(Rule::NameRawIdent, &pointer, quoted(key));
    } else if !is_name(key, b"_.-", 64) {
        let rule = if node.is_root() { Rule::KeyPattern } else { Rule::KeyNested };
        subject.report_found(rule, &pointer, quoted(key));
    }
    if node.is_root() && property.is_object() && text(property.get("description")).is_none() {
        subject.report(Rule::DescParamMissing, pointer);
    }
}
