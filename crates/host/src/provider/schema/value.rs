//! Types and values: `type`, `enum` and `const`.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::keyword::TYPES;
use super::{Dialect, Object, note};

/// The value of `type` without names that are none; `None` if nothing is left.
pub(super) fn valid_types(value: &Value) -> Option<Value> {
    let known = |value: &&Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
    let listed = match value {
        Value::Array(listed) => listed.iter().filter(known).cloned().collect(),
        one => Vec::from_iter(Some(one).filter(known).cloned()),
    };
    types_value(listed)
}

/// The value of `type` for a list of names.
pub(super) fn types_value(listed: Vec<Value>) -> Option<Value> {
    let mut names = Vec::new();
    for name in listed {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > 1 { Some(Value::Array(names)) } else { names.pop() }
}

/// The types that a schema names.
pub(super) fn types(schema: &Object) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether a schema names this type.
pub(super) fn is_type(schema: &Object, name: &str) -> bool {
    types(schema).contains(&name)
}

/// Whether a schema is one of objects.
pub(super) fn is_object(schema: &Object) -> bool {
    let types = types(schema);
    types.contains(&"object") || (types.is_empty() && schema.contains_key("properties"))
}

/// The names of the properties that a schema requires.
pub(super) fn required(schema: &Object) -> HashSet<String> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Whether a schema is for null alone.
pub(super) fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
        || schema.get("const") == Some(&Value::Null)
        || schema.get("enum") == Some(&json!([null]))
}

/// Whether null is valid, as far as the schema tells without those that it combines or refers to.
pub(in crate::provider) fn takes_null(schema: &Object) -> bool {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.contains(&Value::Null);
    }
    match schema.get("const") {
        Some(value) => value.is_null(),
        None => !schema.contains_key("type") || is_type(schema, "null"),
    }
}

/// Whether null is valid, as far as the schema and its alternatives tell.
fn is_nullable(schema: &Object) -> bool {
    let mut branches = ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword))
        .filter_map(Value::as_array)
        .flatten();
    let combines = ["$ref", "anyOf", "oneOf", "allOf", "not"].iter();
    takes_null(schema)
        && (branches.any(is_null) || !combines.clone().any(|keyword| schema.contains_key(*keyword)))
}

/// The schema, or null.
pub(super) fn nullable(mut schema: Object) -> Object {
    if is_nullable(&schema) {
        return schema;
    }
    let or_null = json!({ "type": "null" });
    let others = ["$ref", "oneOf", "allOf", "const", "not"];
    let is_plain = !others.iter().any(|key| schema.contains_key(*key));
    let has_types = !types(&schema).is_empty();
    match schema.get_mut("anyOf") {
        Some(Value::Array(branches)) if is_plain => {
            branches.push(or_null);
            if !has_types {
                return schema;
            }
        }
        None if is_plain && has_types => {}
        _ => {
            let description = schema.shift_remove("description");
            let mut either = Object::new();
            either.extend(description.map(|text| ("description".to_owned(), text)));
            either.insert("anyOf".into(), json!([schema, or_null]));
            return either;
        }
    }
    let mut names: Vec<Value> = types(&schema).into_iter().map(Value::from).collect();
    if !names.iter().any(|name| name == "null") {
        names.push("null".into());
    }
    schema.insert("type".into(), Value::Array(names));
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    schema
}

/// The name of the type of a value.
pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Says `const` and `enum` as the provider can.
pub(super) fn fit(schema: &mut Object, dialect: &Dialect) {
    if dialect.only_enums
        && let Some(value) = schema.shift_remove("const")
    {
        schema.insert("enum".into(), json!([value]));
    }
    let Some(Value::Array(values)) = schema.get("enum") else {
        return;
    };
    if !schema.contains_key("type") && dialect.needs_types() {
        let types = values.iter().map(|value| type_of(value).into()).collect();
        schema.extend(types_value(types).map(|types| ("type".to_owned(), types)));
    }
    if dialect.plain_enums {
        plain_enum(schema, dialect);
    }
}

/// Only texts and numbers: `null` is another alternative, anything else is said in words.
fn plain_enum(schema: &mut Object, dialect: &Dialect) {
    let Some(Value::Array(values)) = schema.shift_remove("enum") else {
        return;
    };
    let plain: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
    // Gemini refuses empty texts: lint's `enum.empty-string`.
    let is_plain =
        |value: &Value| value.is_number() || value.as_str().is_some_and(|text| !text.is_empty());
    if plain.is_empty() {
        schema.insert("type".into(), "null".into());
    } else if plain.iter().all(is_plain) {
        let has_null = plain.len() < values.len();
        schema.insert("enum".into(), Value::Array(plain));
        if has_null {
            or_null(schema);
        }
    } else {
        note::add(schema, &[("enum", &Value::Array(values))], dialect.separator);
    }
}

/// Makes null an alternative to a schema with an `enum`.
fn or_null(schema: &mut Object) {
    let names = types(schema).into_iter().filter(|name| *name != "null");
    let types = types_value(names.map(Value::from).collect());
    schema.extend(types.map(|types| ("type".to_owned(), types)));
    let described: Object = ["title", "description"]
        .into_iter()
        .filter_map(|key| schema.shift_remove_entry(key))
        .collect();
    let branch = std::mem::replace(schema, described);
    schema.insert("anyOf".into(), json!([branch, { "type": "null" }]));
}
