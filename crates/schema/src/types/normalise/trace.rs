//! Finds types that are used as map keys but cannot be: a struct, or an enum with data.
//!
//! The schemars schema of a map does not include its key type. So each derived type leaves a mark
//! in its schema, and a type whose mark is missing in the end was used only as a key.

use schemars::SchemaGenerator;
use serde_json::{Value, json};

use super::Object;

/// The entry in the generator's definitions that requests marks and lists the ones that were made.
const MADE: &str = "x-mcp-made";

/// Requests marks.
pub(super) fn ask(generator: &mut SchemaGenerator) {
    generator.definitions_mut().insert(MADE.to_owned(), json!([]));
}

/// Leaves a mark, if requested and if the type is neither a string nor a number.
#[inline]
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

/// Removes the list of marks, and returns a type whose mark is missing.
pub(super) fn find_lost(root: &Value, definitions: &mut Object) -> Option<String> {
    let Some(Value::Array(made)) = definitions.remove(MADE) else {
        return None;
    };
    let lost = |mark: &&str| {
        !has_key(root, mark) && !definitions.values().any(|definition| has_key(definition, mark))
    };
    let mark = made.iter().filter_map(Value::as_str).find(lost)?;
    mark.rsplit("::").next().map(str::to_owned)
}

#[inline]
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
