//! The output schema of a tool.

use serde_json::Value;

use super::json::Object;
use super::normalise::{Contract, Normalised, in_words, normalise, with_defs};
use super::{Schema, SchemaError};

/// What is advertised for a structured result.
#[derive(Clone, Debug)]
pub struct OutputSchema {
    /// The schema, which may be of any type from 2026-07-28 on. What is sent up to 2025-11-25 is
    /// made of it, as for every tool, when it is shaped for the revision.
    pub schema: Value,
    /// Whether values are sent as `{"result": value}` up to 2025-11-25, where the root is an object
    /// (<https://modelcontextprotocol.io/specification/2025-11-25/schema#tool>).
    pub wrap: bool,
}

impl OutputSchema {
    /// The output schema of values of `T`.
    ///
    /// # Errors
    ///
    /// Why no client could read the schema.
    pub fn of<T: Schema + ?Sized>() -> Result<Self, SchemaError> {
        let Normalised { schema, defs, .. } = normalise::<T>(Contract::Output)?;
        let schema = in_words(schema);
        let root = expanded(&schema, &defs);
        let wrap = root.get("type").is_none_or(|name| name != "object");
        Ok(Self { schema: with_defs(schema, &defs), wrap })
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
