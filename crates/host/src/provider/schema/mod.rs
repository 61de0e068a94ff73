//! The schema of a tool, as a provider takes it.
//!
//! Providers take subsets of JSON Schema, and most refuse a whole request for one schema outside of
//! theirs. The steps, in order: [`clean`] removes what nobody reads, [`references`] writes
//! references out, [`combine`] merges `allOf`, [`root`] makes an object of the root, [`fit`] says
//! the rest as the provider's [`Dialect`] can, and [`strict`] does so for its strict mode.

mod array;
mod budget;
mod clean;
mod combine;
mod dialect;
mod fault;
mod fit;
mod graph;
mod keyword;
mod merge;
mod note;
mod references;
mod root;
mod strict;
mod union;
mod value;
mod walk;

pub(super) use dialect::{Dialect, Keys, Unions};
pub(super) use fault::{Fault, MAX_BYTES, kind};
pub(super) use graph::target;
pub(super) use strict::Strict;
pub(super) use value::takes_null;

use serde_json::{Map, Value};

use crate::Loss;
use budget::Budget;

/// A JSON object.
pub(super) type Object = Map<String, Value>;

/// A schema that a provider takes, and what it does not say any more.
#[derive(Debug)]
pub(super) struct Conversion {
    pub(super) schema: Object,
    /// Whether it is one for the strict mode.
    pub(super) strict: bool,
    /// Why it is not, and what was left out of it.
    pub(super) faults: Vec<(Loss, Fault)>,
}

/// Converts the schema of a tool's arguments within some bytes, if need be for the strict mode.
pub(super) fn input(
    schema: &Value,
    dialect: &Dialect,
    strict: Option<Strict>,
    max: usize,
) -> Result<Conversion, Fault> {
    let mut details = Vec::new();
    let (root, definitions) = resolve(schema, dialect, max, &mut details)?;
    let flat = root::flatten(root, &definitions)?;
    let strict_schema = strict.map(|strict| {
        if flat.is_union {
            return Err(Fault::new(
                "root.combinator",
                "the root has alternatives (`anyOf`, `oneOf`)",
            ));
        }
        strict.schema(&with_definitions(flat.schema.clone(), &definitions), dialect)
    });
    let schema = fit::fit(with_definitions(flat.schema, &definitions), dialect)
        .map_err(Fault::of_nested_key)?;
    let mut faults: Vec<_> = details.into_iter().map(|fault| (Loss::Detail, fault)).collect();
    match strict_schema {
        Some(Ok(schema)) => return Ok(Conversion { schema, strict: true, faults }),
        Some(Err(fault)) => faults.push((Loss::Strict, fault)),
        None => {}
    }
    Ok(Conversion { schema, strict: false, faults })
}

/// Converts the schema of a tool's results, whose root may be of any type.
pub(super) fn output(schema: &Value, dialect: &Dialect, max: usize) -> Result<Object, Fault> {
    let (root, definitions) = resolve(schema, dialect, max, &mut Vec::new())?;
    fit::fit(with_definitions(root, &definitions), dialect)
}

/// The schema without references but to its definitions, which are returned apart.
fn resolve(
    schema: &Value,
    dialect: &Dialect,
    max: usize,
    details: &mut Vec<Fault>,
) -> Result<(Object, Object), Fault> {
    let clean = clean::clean(schema, &mut Budget::of(max), details)?;
    let mut root = references::write_out(&clean, dialect.unrolls, max, details)?;
    let given = match root.shift_remove("$defs") {
        Some(Value::Object(definitions)) => definitions,
        _ => Object::new(),
    };
    let combined = given.into_iter().map(|(name, definition)| match definition {
        Value::Object(definition) => (name, Value::Object(combine::combine(definition))),
        other => (name, other),
    });
    let definitions = combined.collect();
    Ok((combine::combine(root), definitions))
}

fn with_definitions(mut schema: Object, definitions: &Object) -> Object {
    // Alternatives at the root may have been the only ones to use a definition.
    let mut used = Object::new();
    let mut todo = references::names_in(&schema);
    while let Some(name) = todo.pop() {
        if let Some(definition) = definitions.get(&name)
            && !used.contains_key(&name)
        {
            todo.extend(definition.as_object().into_iter().flat_map(references::names_in));
            used.insert(name, definition.clone());
        }
    }
    if !used.is_empty() {
        schema.insert("$defs".into(), Value::Object(used));
    }
    schema
}

/// A schema as its server means it, for whoever looks up arguments in it.
pub(super) fn normalize(schema: &Value) -> Option<Object> {
    clean::clean(schema, &mut Budget::default(), &mut Vec::new()).ok()
}
