//! The output schema of a tool.

use serde_json::Value;

use super::json::Object;
use super::normalise::{Contract, NormalisedSchema, described, normalise, with_defs};
use super::{Schema, SchemaError};
use mcp_runtime_protocol::reference::definition_name;

/// The advertised schema of a structured result.
#[derive(Clone, Debug)]
pub struct OutputSchema {
    /// The schema, which may be of any type from 2026-07-28 on. For revisions up to 2025-11-25 it
    /// is converted, like that of any tool, when it is shaped for the revision.
    pub schema: Value,
    /// Whether values are sent as `{"result": value}` up to 2025-11-25, where the root is an object
    /// (<https://modelcontextprotocol.io/specification/2025-11-25/schema#tool>).
    pub wrap: bool,
}

impl OutputSchema {
    /// Returns the output schema for values of `T`.
    ///
    /// # Errors
    ///
    /// If no client could use the schema.
    pub fn of<T: Schema + ?Sized>() -> Result<Self, SchemaError> {
        let NormalisedSchema { schema, defs, .. } = normalise::<T>(Contract::Output)?;
        let schema = described(schema);
        let root = expanded(&schema, &defs);
        let wrap = root.get("type").is_none_or(|name| name != "object");
        Ok(Self { schema: with_defs(schema, &defs), wrap })
    }
}

/// Resolves a root that is a reference to its definition.
pub(super) fn expanded<'a>(root: &'a Object, defs: &'a Object) -> &'a Object {
    let reference = root.get("$ref").and_then(Value::as_str);
    reference
        .and_then(|reference| defs.get(&definition_name(reference)?))
        .and_then(Value::as_object)
        .unwrap_or(root)
}
