//! From what schemars says about a type to the schema that is advertised.
//!
//! The result is plain: no `$schema`, no `title`, no boolean schema, no list of types, only
//! standard formats; every array has `items`, every object `properties`; types are inlined, and
//! `$defs` holds only those that close a cycle. Only a schema that names its dialect stays as it is.

mod check;
mod defaults;
mod flatten;
mod join;
mod keywords;
mod lists;
mod merge;
mod rewrite;
mod scalar;
mod source;
pub(crate) mod trace;
mod words;

use serde_json::Value;

use super::json::Object;
use super::{Schema, SchemaError};

pub(crate) use check::keyword_refusal;
pub(crate) use join::listed;
pub(crate) use keywords::is_constraint;
pub(crate) use merge::overlay;
pub(crate) use rewrite::is_property_key;
pub(crate) use scalar::fit_bounds;

/// What a `{}` says about itself where a property needs words.
pub(crate) const ANY: &str = "Any JSON value.";

/// Which way values of the type go: serde reads and writes some types differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contract {
    /// Values come in and are decoded.
    Input,
    /// Values are encoded and go out.
    Output,
}

/// The schema of one type.
#[derive(Clone, Debug)]
pub(crate) struct Normalised {
    pub(crate) schema: Object,
    /// The types that close a cycle, by the name that `$ref` uses.
    pub(crate) defs: Object,
    /// Whether the schema demands what decoding the type may not check: a range, a length or a
    /// pattern that is not the nature of the type.
    pub(crate) constrained: bool,
    /// Whether `null` is a value of its own, not another way to leave the value out.
    pub(crate) nullable: bool,
}

/// The schema of `T`.
pub(crate) fn normalise<T: Schema + ?Sized>(contract: Contract) -> Result<Normalised, SchemaError> {
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

/// A schema with the words of its author, who has to answer for them; values are held against it
/// by decoding alone.
fn as_written(mut schema: Object) -> Normalised {
    let defs = keywords::take_object(&mut schema, "$defs");
    Normalised { schema, defs, constrained: false, nullable: false }
}

/// `{}` with a description in the place of nothing at all.
pub(crate) fn in_words(mut schema: Object) -> Object {
    const TYPE_KEYWORDS: [&str; 5] = ["type", "anyOf", "enum", "$ref", "description"];
    if !TYPE_KEYWORDS.iter().any(|key| schema.contains_key(*key)) {
        schema.insert("description".to_owned(), ANY.into());
    }
    keywords::ordered(schema)
}

/// A schema with the definitions that it refers to.
pub(crate) fn with_defs(mut root: Object, defs: &Object) -> Value {
    if !defs.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(defs.clone()));
    }
    Value::Object(root)
}

/// Removes a trailing `null` branch, as `Option` gives it.
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

/// `{"type": "null"}`
pub(crate) fn null() -> Value {
    serde_json::json!({ "type": "null" })
}
