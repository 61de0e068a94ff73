//! Anthropic's strict mode: objects are closed, bounds are words, and nothing is recursive.
//!
//! It leaves schemas as `transform_schema` of Anthropic's SDK for Python would:
//! <https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations>

use serde_json::{Value, json};

use super::{Dialect, Fault, Object, Unions, close_object, not_strict};
use crate::provider::schema::value::{is_type, types};
use crate::provider::schema::{Keys, note, walk};

pub(super) const DIALECT: Dialect = Dialect {
    keywords: Some(&[
        "type",
        "title",
        "description",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "anyOf",
        "enum",
        "const",
        "format",
        "$ref",
        "$defs",
    ]),
    formats: Some(&[
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    unrolls: false,
    only_enums: false,
    plain_enums: false,
    unions: Unions::AnyOf,
    tuples: false,
    complete: true,
    plain_patterns: false,
    keys: Keys::Words,
    separator: SEPARATOR,
};

const SEPARATOR: &str = "\n\n";

/// The schema, closed.
pub(super) fn close(schema: Object) -> Result<Object, Fault> {
    if schema.contains_key("$defs") {
        return Err(Fault::new("ref.defs", "strict mode does not support recursive types"));
    }
    object(schema, true)
}

fn object(schema: Object, is_root: bool) -> Result<Object, Fault> {
    let mut schema = one_type_each(schema);
    if let Some(keyword) = ["enum", "const"].into_iter().find(|key| schema.contains_key(*key)) {
        literals(&mut schema, keyword)?;
    } else if schema.contains_key("anyOf") {
        if only(&mut schema, &["anyOf"]).next().is_some() {
            return Err(not_strict("strict mode does not support other keywords next to `anyOf`"));
        }
    } else if is_type(&schema, "object") {
        close_object(&mut schema, is_root)?;
        in_words(&mut schema, &["type", "properties", "required", "additionalProperties"]);
    } else if is_type(&schema, "array") {
        let is_bound = schema.get("minItems").is_some_and(|least| least.as_u64() > Some(1));
        in_words(
            &mut schema,
            if is_bound { &["type", "items"] } else { &["type", "items", "minItems"] },
        );
    } else if is_type(&schema, "string") {
        in_words(&mut schema, &["type", "format"]);
    } else if schema.contains_key("type") {
        in_words(&mut schema, &["type"]);
    } else {
        return Err(not_strict("strict mode requires a type for each value"));
    }
    walk::try_map(schema, &mut |inside| object(inside, false))
}

/// A list of types as alternatives, each with the keywords of its type.
fn one_type_each(mut schema: Object) -> Object {
    let names: Vec<String> = types(&schema).into_iter().map(str::to_owned).collect();
    if names.len() < 2 || schema.contains_key("enum") || schema.contains_key("const") {
        return schema;
    }
    let described =
        ["title", "description"].into_iter().filter_map(|key| schema.shift_remove_entry(key));
    let mut union: Object = described.collect();
    schema.shift_remove("type");
    let branches: Vec<Value> = names
        .into_iter()
        .map(|name| {
            let of_type: &[&str] = match name.as_str() {
                "object" => &["properties", "required", "additionalProperties"],
                "array" => &["items", "minItems"],
                "string" => &["format"],
                _ => &[],
            };
            let mut branch: Object = schema.clone();
            branch.retain(|keyword, _| of_type.contains(&keyword.as_str()));
            branch.insert("type".into(), name.into());
            Value::Object(branch)
        })
        .collect();
    union.insert("anyOf".into(), json!(branches));
    union
}

/// Values speak for their types.
fn literals(schema: &mut Object, keyword: &str) -> Result<(), Fault> {
    let is_plain = |value: &Value| !value.is_array() && !value.is_object();
    let value = schema.get(keyword);
    let is_plain = match (keyword, value) {
        ("enum", Some(Value::Array(values))) => values.iter().all(is_plain),
        (_, value) => value.is_some_and(is_plain),
    };
    if !is_plain {
        return Err(not_strict(
            "strict mode does not support arrays and objects in `enum` or `const`",
        ));
    }
    schema.retain(|key, _| key == keyword || matches!(key.as_str(), "title" | "description"));
    Ok(())
}

/// The keywords of a schema beside these and descriptions.
fn only<'a>(schema: &'a mut Object, keywords: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    let is_other = |key: &&String| {
        !keywords.contains(&key.as_str()) && !matches!(key.as_str(), "title" | "description")
    };
    schema.keys().filter(is_other).cloned()
}

/// Leaves these keywords, and says others in words.
fn in_words(schema: &mut Object, keywords: &[&str]) {
    let names: Vec<String> = only(schema, keywords).collect();
    let others: Vec<(String, Value)> =
        names.into_iter().filter_map(|keyword| schema.shift_remove_entry(&keyword)).collect();
    let words: Vec<_> = others.iter().map(|(keyword, value)| (keyword.as_str(), value)).collect();
    note::add(schema, &words, SEPARATOR);
}
