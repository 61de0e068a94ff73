//! Marks what serde reads as a whole before it knows the type: the keys of all maps in it are
//! strings then, so that a map with integer keys can only be empty.
//!
//! `#[derive(Schema)]` knows where that is, and leaves the marks.

use serde_json::Value;

use super::Object;

/// The mark: everything below is read as a whole first.
const BUFFERED: &str = "x-mcp-buffered";

pub(super) fn is_mark(keyword: &str) -> bool {
    keyword == BUFFERED
}

pub(super) fn is_marked(schema: &Value) -> bool {
    schema.get(BUFFERED).is_some()
}

/// Whether a pattern of keys is that of integers.
pub(super) fn is_integer(pattern: &str) -> bool {
    matches!(pattern, r"^\d+$" | r"^-?\d+$")
}

/// Marks an enum whose variants are distinguished by a tag among their fields, or by trying.
pub fn buffered(schema: &mut schemars::Schema) {
    schema.insert(BUFFERED.to_owned(), true.into());
}

/// Marks what a struct with these keys of its own has from flattened fields.
pub fn flattened(own: &'static [&'static str]) -> impl FnMut(&mut schemars::Schema) {
    move |schema| {
        let object = schema.ensure_object();
        for union in ["oneOf", "anyOf", "allOf"] {
            if let Some(Value::Array(branches)) = object.get_mut(union) {
                branches.iter_mut().for_each(mark);
            }
        }
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            let others = properties.iter_mut().filter(|(name, _)| !own.contains(&name.as_str()));
            others.for_each(|(_, property)| mark(property));
        }
        for others in ["additionalProperties", "unevaluatedProperties"] {
            object.get_mut(others).into_iter().for_each(mark);
        }
        // The struct itself has such a map.
        let patterns = object.get("patternProperties").and_then(Value::as_object);
        if patterns.into_iter().flatten().any(|(pattern, _)| is_integer(pattern)) {
            object.insert(BUFFERED.to_owned(), true.into());
        }
    }
}

fn mark(schema: &mut Value) {
    if let Some(schema) = schema.as_object_mut() {
        let schema: &mut Object = schema;
        schema.insert(BUFFERED.to_owned(), true.into());
    }
}
