//! The keywords that are kept, and their order.

use serde_json::Value;

use super::{Object, buffered, trace};

/// Set by `#[derive(Schema)]` on a property for which `null` is a distinct value.
pub(super) const NULLABLE: &str = "x-mcp-nullable";

/// Keywords outside the common subset of draft-07 and 2020-12 that clients support.
const DROPPED: [&str; 24] = [
    "$schema",
    "$id",
    "$anchor",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "readOnly",
    "writeOnly",
    "nullable",
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "discriminator",
    "contentSchema",
    "unevaluatedItems",
    NULLABLE,
];

const ORDER: [&str; 25] = [
    "$ref",
    "type",
    "enum",
    "anyOf",
    "items",
    "properties",
    "required",
    "additionalProperties",
    "minProperties",
    "maxProperties",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "format",
    "default",
    "description",
    "deprecated",
];

/// Keywords that constrain a value beyond its shape.
const CONSTRAINTS: [&str; 12] = [
    "minProperties",
    "maxProperties",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
];

fn is_mark(keyword: &str) -> bool {
    trace::is_mark(keyword) || buffered::is_mark(keyword)
}

pub(super) fn without_dropped(schema: &Object) -> Object {
    schema
        .iter()
        .filter(|(key, _)| !DROPPED.contains(&key.as_str()) && !is_mark(key))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// Sorts the keywords of a schema in the order in which people read them.
pub(super) fn ordered(schema: Object) -> Object {
    let rank = |key: &str| ORDER.iter().position(|known| *known == key).unwrap_or(ORDER.len());
    let mut entries: Vec<(String, Value)> = schema.into_iter().collect();
    entries.sort_by_key(|(key, _)| rank(key));
    entries.into_iter().collect()
}

pub(crate) fn is_constraint(key: &str) -> bool {
    CONSTRAINTS.contains(&key)
}

pub(super) fn has_constraint(schema: &Object) -> bool {
    CONSTRAINTS.iter().any(|key| schema.contains_key(*key))
}

/// Returns the value of a keyword that lists strings.
pub(super) fn strings<'a>(schema: &'a Object, key: &str) -> Vec<&'a str> {
    let list = schema.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

pub(super) fn is_type(schema: &Object, name: &str) -> bool {
    schema.get("type").and_then(Value::as_str) == Some(name)
}

/// Takes the value of a keyword that holds schemas by name.
pub(super) fn take_object(schema: &mut Object, key: &str) -> Object {
    match schema.remove(key) {
        Some(Value::Object(object)) => object,
        _ => Object::new(),
    }
}
