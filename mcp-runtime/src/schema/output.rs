//! The output schema of a tool.

use serde_json::Value;

use super::normalise::{Contract, Normalised, Object, in_words, normalise};
use super::{Schema, SchemaError};

/// What is advertised for a structured result.
#[derive(Clone, Debug)]
pub struct Output {
    /// The schema from 2026-07-28 on, which may be of any type.
    pub schema: Value,
    /// The schema up to 2025-11-25, where the root is an object
    /// (<https://modelcontextprotocol.io/specification/2025-11-25/schema#tool>).
    pub legacy: Value,
    /// Whether values are sent as `{"result": value}` up to 2025-11-25.
    pub wrap: bool,
}

impl Output {
    /// The output schema of values of `T`.
    ///
    /// # Errors
    ///
    /// Why no client could read the schema.
    pub fn of<T: Schema + ?Sized>() -> Result<Self, SchemaError> {
        let Normalised { schema, defs, .. } = normalise::<T>(Contract::Output)?;
        let schema = in_words(schema);
        let root = expanded(&schema, &defs);
        let is_object = root.get("type").is_some_and(|name| name == "object");
        let legacy = if is_object { root.clone() } else { wrapped(&schema) };
        Ok(Self {
            schema: with_defs(schema, &defs),
            legacy: with_defs(legacy, &defs),
            wrap: !is_object,
        })
    }
}

/// The definition in the place of a root that is a reference to it.
pub(super) fn expanded<'a>(root: &'a Object, defs: &'a Object) -> &'a Object {
    let reference = root.get("$ref").and_then(Value::as_str);
    reference
        .and_then(|reference| defs.get(reference.trim_start_matches("#/$defs/")))
        .and_then(Value::as_object)
        .unwrap_or(root)
}

pub(super) fn with_defs(mut root: Object, defs: &Object) -> Value {
    if !defs.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(defs.clone()));
    }
    Value::Object(root)
}

fn wrapped(schema: &Object) -> Object {
    let Value::Object(wrapped) = serde_json::json!({
        "type": "object",
        "properties": { "result": schema },
        "required": ["result"],
    }) else {
        return Object::new();
    };
    wrapped
}
