//! Normalizes schemas for comparison: `true` and `false` are written out, and only annotations are
//! left beside a reference.

use serde_json::{Map, Value, json};

use super::node::is_annotation;

/// Keywords with schemas by name.
pub(super) const MAPS: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords with lists of schemas.
const LISTS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
/// Keywords with a single schema.
const SCHEMAS: [&str; 12] = [
    "items",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "propertyNames",
    "contains",
    "contentSchema",
    "not",
    "if",
    "then",
    "else",
    "additionalItems",
];

/// Normalizes a schema for comparison.
pub(super) fn prepared(schema: &Value) -> Value {
    match schema {
        Value::Bool(true) => json!({}),
        Value::Bool(false) => json!({"not": {}}),
        Value::Object(members) => Value::Object(object(members)),
        other => other.clone(),
    }
}

fn object(members: &Map<String, Value>) -> Map<String, Value> {
    let member = |(key, value): (&String, &Value)| (key.clone(), self::member(key, value));
    let mut members: Map<String, Value> = members.iter().map(member).collect();
    let says_more =
        members.keys().any(|key| key != "$ref" && !is_annotation(key) && !is_place(key));
    if says_more && let Some(reference) = members.shift_remove("$ref") {
        let all = members.entry("allOf").or_insert_with(|| json!([]));
        if let Some(all) = all.as_array_mut() {
            all.push(json!({"$ref": reference}));
        }
    }
    members
}

/// Whether a keyword only holds what references point to.
pub(super) fn is_place(keyword: &str) -> bool {
    matches!(keyword, "$defs" | "definitions" | "$schema" | "$id" | "$comment")
}

fn member(key: &str, value: &Value) -> Value {
    match value {
        Value::Object(schemas) if MAPS.contains(&key) => {
            schemas.iter().map(|(name, schema)| (name.clone(), prepared(schema))).collect()
        }
        Value::Array(schemas) if LISTS.contains(&key) => schemas.iter().map(prepared).collect(),
        value if SCHEMAS.contains(&key) => prepared(value),
        value => value.clone(),
    }
}
