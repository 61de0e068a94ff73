//! The keywords that the author of a parameter adds to the schema of its type.

use serde_json::Value;

use crate::schema::SchemaError;
use crate::schema::normalise::{
    Object, compare, fit_length, header_refusal, is_property_key, overlay,
};
use crate::schema::pattern;

/// Lays keywords over a schema; tells whether they demand something of values.
pub(super) fn apply(schema: Object, keywords: &str) -> Result<(Object, bool), SchemaError> {
    if keywords.is_empty() {
        return Ok((schema, false));
    }
    let added: Object = serde_json::from_str(keywords)
        .map_err(|error| SchemaError::new(format!("its keywords are no JSON object: {error}")))?;
    let kind = schema
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or("any value")
        .to_owned();
    let mut constrained = false;
    for (keyword, value) in &added {
        constrained |= fits(keyword, value, &kind)?;
    }
    let mut schema = overlay(schema, added);
    fit_length(&mut schema);
    match header_refusal(&schema).or_else(|| empty_range(&schema)) {
        Some(refusal) => Err(SchemaError::new(refusal)),
        None => Ok((schema, constrained)),
    }
}

pub(super) fn check_name(name: &str) -> Result<(), SchemaError> {
    if is_property_key(name) {
        return Ok(());
    }
    Err(SchemaError::new(format!(
        "the name `{name}` is not ^[a-zA-Z0-9_.-]{{1,64}}$: some model providers refuse every \
         request"
    )))
}

/// Whether a keyword demands something, if it goes with the type at all.
fn fits(keyword: &str, value: &Value, kind: &str) -> Result<bool, SchemaError> {
    let (needed, allowed): (&str, &[&str]) = match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            ("a range needs a number", &["integer", "number"])
        }
        "minLength" | "maxLength" => ("a length needs a string or an array", &["string", "array"]),
        "minItems" | "maxItems" => ("a number of items needs an array", &["array"]),
        "pattern" => ("a pattern needs a string", &["string"]),
        "format" => {
            return if kind == "string" {
                Ok(false)
            } else {
                Err(SchemaError::new(format!(
                    "a format needs a string, the type is {kind}"
                )))
            };
        }
        _ => return Ok(false),
    };
    if !allowed.contains(&kind) {
        return Err(SchemaError::new(format!("{needed}, the type is {kind}")));
    }
    match value
        .as_str()
        .filter(|_| keyword == "pattern")
        .and_then(pattern::refusal)
    {
        Some(refusal) => Err(SchemaError::new(refusal)),
        None => Ok(true),
    }
}

fn empty_range(schema: &Object) -> Option<String> {
    let pairs = [
        ("minimum", "maximum"),
        ("minLength", "maxLength"),
        ("minItems", "maxItems"),
    ];
    pairs.into_iter().find_map(|(least, most)| {
        let (Value::Number(low), Value::Number(high)) = (schema.get(least)?, schema.get(most)?)
        else {
            return None;
        };
        compare(low, high)
            .is_gt()
            .then(|| format!("no value is possible: {least} {low} is above {most} {high}"))
    })
}
