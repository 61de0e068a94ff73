//! Numbers and strings: bounds instead of unknown formats.

use serde_json::{Value, json};

use super::Object;
use super::keywords::has_constraint;
use super::merge::overlay;

/// The formats of a type that are kept, as the validators of all clients know them. Others may be
/// written in attributes, where they are the choice of the author.
const KEPT_FORMATS: [&str; 13] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "uuid",
    "regex",
    "json-pointer",
];

/// Descriptions for formats that have no standard name.
const IN_WORDS: [(&str, &str); 3] = [
    ("partial-date-time", "Date and time without time zone, e.g. 2026-01-31T12:30:00."),
    ("partial-time", "Time of day without time zone, e.g. 12:30:00."),
    ("ip", "IPv4 or IPv6 address."),
];

/// Rewrites the keywords of a number or string; returns whether its author adds constraints to its
/// type.
pub(super) fn rewrite(schema: &mut Object, output: bool) -> bool {
    let format = match schema.remove("format") {
        Some(Value::String(format)) => format,
        _ => String::new(),
    };
    let constrained = demands_more(schema, &format);
    if let Some((minimum, maximum)) = natural_bounds(&format) {
        let bounds = json!({ "minimum": minimum, "maximum": maximum });
        if let Value::Object(bounds) = bounds {
            *schema = overlay(std::mem::take(schema), bounds);
        }
    }
    if let Some((_, words)) = IN_WORDS.iter().find(|(name, _)| *name == format) {
        schema.entry("description").or_insert_with(|| (*words).into());
    }
    if KEPT_FORMATS.contains(&format.as_str()) {
        schema.insert("format".to_owned(), format.into());
    }
    rewrite_not(schema);
    if output || schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    fit_bounds(schema);
    constrained
}

/// Adapts bounds to the type: a length counts characters, items or properties, and an exclusive
/// bound of an integer becomes inclusive.
pub fn fit_bounds(schema: &mut Object) {
    let fitting = match schema.get("type").and_then(Value::as_str) {
        Some("array") => ["minItems", "maxItems"],
        Some("object") => ["minProperties", "maxProperties"],
        Some("integer") => return include_bounds(schema),
        _ => return,
    };
    for (length, fitting) in ["minLength", "maxLength"].into_iter().zip(fitting) {
        if let Some(bound) = schema.remove(length) {
            let over = Object::from_iter([(fitting.to_owned(), bound)]);
            *schema = overlay(std::mem::take(schema), over);
        }
    }
}

fn include_bounds(schema: &mut Object) {
    let bounds = [("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)];
    for (exclusive, inclusive, step) in bounds {
        let bound = schema.get(exclusive).and_then(Value::as_i64);
        if let Some(next) = bound.and_then(|bound| bound.checked_add(step)) {
            schema.remove(exclusive);
            let over = Object::from_iter([(inclusive.to_owned(), next.into())]);
            *schema = overlay(std::mem::take(schema), over);
        }
    }
}

/// Rewrites `const` as `enum`. Only strings are listed: some model providers reject a numeric enum,
/// so other values are described in words.
pub(super) fn rewrite_enum(schema: &mut Object) {
    if let Some(only) = schema.remove("const") {
        schema.insert("enum".to_owned(), Value::Array(vec![only]));
    }
    let Some(Value::Array(values)) = schema.get("enum") else {
        return;
    };
    if values.iter().all(Value::is_string) {
        schema.entry("type").or_insert_with(|| "string".into());
        return;
    }
    let literals: Vec<String> = values.iter().map(Value::to_string).collect();
    let words = format!("One of: {}.", literals.join(", "));
    let kind = values.first().and_then(type_of);
    schema.remove("enum");
    schema.entry("description").or_insert(words.into());
    if let Some(kind) = kind {
        schema.entry("type").or_insert(kind.into());
    }
}

fn type_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::String(_) => Some("string"),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Removes `not`, except from the schema of no value: a signed number that may not be zero cannot
/// be expressed in the common subset.
fn rewrite_not(schema: &mut Object) {
    match schema.remove("not") {
        Some(not) if not == json!({ "const": 0 }) => {
            schema.entry("description").or_insert_with(|| "Not zero.".into());
        }
        Some(not) if not == json!({}) => {
            schema.insert("not".to_owned(), not);
        }
        _ => {}
    }
}

/// Returns the bounds of the integers of up to 32 bits; those of wider ones exceed what the JSON
/// numbers of most clients can represent.
fn natural_bounds(format: &str) -> Option<(i64, i64)> {
    Some(match format {
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        _ => return None,
    })
}

fn demands_more(schema: &Object, format: &str) -> bool {
    let mut rest = schema.clone();
    let natural = match natural_bounds(format) {
        Some((minimum, maximum)) => [Some(minimum), Some(maximum)],
        None if format.starts_with("uint") => [Some(0), None],
        None => [None, None],
    };
    for (key, natural) in ["minimum", "maximum"].into_iter().zip(natural) {
        if natural.is_some() && rest.get(key).and_then(Value::as_i64) == natural {
            rest.remove(key);
        }
    }
    // The number of items of a tuple is checked by decoding it.
    if rest.contains_key("prefixItems") {
        rest.remove("minItems");
        rest.remove("maxItems");
    }
    has_constraint(&rest)
}
