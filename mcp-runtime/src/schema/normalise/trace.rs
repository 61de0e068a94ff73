//! Finds types that are keys of a map and cannot be: a struct, or an enum with data.
//!
//! What schemars says of a map does not say its key. So each derived type leaves a mark in its
//! schema, and the types whose mark is lost were looked at as a key only.

use schemars::SchemaGenerator;
use serde_json::{Value, json};

use super::Object;

/// In the definitions of a generator: wants the marks, and lists those that were made.
const MADE: &str = "x-mcp-made";

/// Asks for marks.
pub(super) fn ask(generator: &mut SchemaGenerator) {
    generator.definitions_mut().insert(MADE.to_owned(), json!([]));
}

/// Leaves a mark, if somebody asked and the type is neither a string nor a number.
pub(crate) fn mark(generator: &mut SchemaGenerator, id: &str, schema: &mut schemars::Schema) {
    if schema.as_object().is_none_or(can_be_key) {
        return;
    }
    if let Some(Value::Array(made)) = generator.definitions_mut().get_mut(MADE) {
        let mark = format!("{MADE}:{id}");
        schema.insert(mark.clone(), true.into());
        made.push(mark.into());
    }
}

pub(super) fn is_mark(keyword: &str) -> bool {
    keyword.starts_with(MADE)
}

/// Takes the list of marks, and tells a type whose mark is lost.
pub(super) fn lost(root: &Value, definitions: &mut Object) -> Option<String> {
    let Some(Value::Array(made)) = definitions.remove(MADE) else {
        return None;
    };
    let lost = |mark: &&str| {
        !has_key(root, mark) && !definitions.values().any(|definition| has_key(definition, mark))
    };
    let mark = made.iter().filter_map(Value::as_str).find(lost)?;
    mark.rsplit("::").next().map(str::to_owned)
}

fn can_be_key(schema: &Object) -> bool {
    let is_scalar = |schema: &Value| {
        ["string", "integer"].iter().any(|kind| schema.get("type").is_some_and(|is| is == kind))
    };
    let variants = ["oneOf", "anyOf"].iter().find_map(|key| schema.get(*key)?.as_array());
    match variants {
        Some(variants) => variants.iter().all(is_scalar),
        None => schema.get("type").is_none_or(|kind| kind == "string" || kind == "integer"),
    }
}

pub(super) fn has_key(value: &Value, key: &str) -> bool {
    match value {
        Value::Object(object) => {
            object.contains_key(key) || object.values().any(|value| has_key(value, key))
        }
        Value::Array(values) => values.iter().any(|value| has_key(value, key)),
        _ => false,
    }
}
