//! Converts the schemars schema of a type to the one that is advertised.
//!
//! The result is plain: no `$schema`, no `title`, no boolean schema, no list of types, only
//! standard formats; every array has `items`, every object `properties`; types are inlined, and
//! `$defs` holds only recursive ones. Only a schema that names its dialect is left unchanged.

mod buffered;
mod check;
mod defaults;
mod flatten;
mod join;
mod keywords;
mod lists;
mod maps;
mod merge;
mod rewrite;
mod scalar;
mod source;
pub(crate) mod trace;
mod words;

use serde_json::Value;

use super::json::Object;
use super::{Schema, SchemaError};

pub use buffered::{buffered, flattened};
pub(crate) use check::{example_refusal, keyword_refusal};
pub(crate) use join::list_variants;
pub(crate) use keywords::is_constraint;
pub use merge::overlay;
pub(crate) use rewrite::{is_property_key, push_constraints};
pub use scalar::fit_bounds;

/// The description of `{}` for a property that needs one.
pub(crate) const ANY: &str = "Any JSON value.";

/// The direction in which values of the type go: serde reads and writes some types differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contract {
    /// Values come in and are decoded.
    Input,
    /// Values are encoded and go out.
    Output,
}

/// The schema of one type.
#[derive(Clone, Debug)]
pub(crate) struct NormalisedSchema {
    pub(crate) schema: Object,
    /// The recursive types, by the name that `$ref` uses.
    pub(crate) defs: Object,
    /// Whether the schema has constraints that decoding the type may not check: a range, a length
    /// or a pattern that is not inherent to the type.
    pub(crate) constrained: bool,
    /// Whether `null` is a distinct value, not another way to omit the value.
    pub(crate) nullable: bool,
}

/// Returns the schema of `T`.
pub(crate) fn normalise<T: Schema + ?Sized>(
    contract: Contract,
) -> Result<NormalisedSchema, SchemaError> {
    let source = source::SchemaSource::of::<T>(contract)?;
    if let Some(written) = source.by_hand() {
        return Ok(as_written(written.clone()));
    }
    let mut normalised = rewrite::rewrite(&source, contract)?;
    if contract == Contract::Input {
        defaults::keep_true(&mut normalised);
    }
    check::check(&normalised, contract)?;
    Ok(normalised)
}

/// Uses a schema exactly as its author wrote it; the author is responsible for it, and values are
/// checked only by decoding.
fn as_written(mut schema: Object) -> NormalisedSchema {
    let defs = keywords::take_object(&mut schema, "$defs");
    NormalisedSchema { schema, defs, constrained: false, nullable: false }
}

/// Adds a description to a schema that has neither one nor a type, and orders the keywords.
pub(crate) fn described(mut schema: Object) -> Object {
    const TYPE_KEYWORDS: [&str; 5] = ["type", "anyOf", "enum", "$ref", "description"];
    if !TYPE_KEYWORDS.iter().any(|key| schema.contains_key(*key)) {
        schema.insert("description".to_owned(), ANY.into());
    }
    keywords::ordered(schema)
}

/// Adds the definitions that a schema refers to.
pub(crate) fn with_defs(mut root: Object, defs: &Object) -> Value {
    if !defs.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(defs.clone()));
    }
    Value::Object(root)
}

/// Removes a trailing `null` branch, as generated for `Option`.
pub(crate) fn without_null(mut schema: Object) -> Object {
    let Some(Value::Array(branches)) = schema.get_mut("anyOf") else {
        return schema;
    };
    if branches.last().is_none_or(|last| *last != null()) {
        return schema;
    }
    branches.pop();
    if branches.len() > 1 {
        return schema;
    }
    let only = branches.pop();
    schema.remove("anyOf");
    match only {
        Some(Value::Object(only)) => overlay(only, schema),
        _ => schema,
    }
}

/// Returns `{"type": "null"}`.
pub(crate) fn null() -> Value {
    serde_json::json!({ "type": "null" })
}
