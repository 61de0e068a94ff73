//! A schema and a value in a few words.

use serde_json::Value;

use crate::schema::normalise::Object;

/// What a schema asks for, such as `an integer from 1 to 100`.
pub(super) fn expected(schema: &Object, root: &Value) -> String {
    let schema = resolved(schema, root);
    if let Some(Value::Array(values)) = schema.get("enum") {
        return list(values);
    }
    if let Some(Value::Array(branches)) = schema.get("anyOf") {
        return either(branches.iter().filter_map(Value::as_object), root);
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("integer") => format!("an integer{}", range(schema, "minimum", "maximum", "")),
        Some("number") => format!("a number{}", range(schema, "minimum", "maximum", "")),
        Some("string") => string(schema),
        Some("boolean") => "true or false".to_owned(),
        Some("array") => format!(
            "an array{}",
            range(schema, "minItems", "maxItems", " items")
        ),
        Some("object") => "an object".to_owned(),
        Some("null") => "null".to_owned(),
        _ => "a value".to_owned(),
    }
}

/// The schema that a `$ref` stands for.
pub(super) fn resolved<'a>(schema: &'a Object, root: &'a Value) -> &'a Object {
    let name = schema
        .get("$ref")
        .and_then(Value::as_str)
        .map(|at| at.trim_start_matches("#/$defs/"));
    name.and_then(|name| root.get("$defs")?.get(name)?.as_object())
        .unwrap_or(schema)
}

/// Values to choose from.
pub(super) fn list(values: &[Value]) -> String {
    let shown: Vec<String> = values.iter().take(MOST).map(Value::to_string).collect();
    let more = if values.len() > MOST { ", .." } else { "" };
    match &shown[..] {
        [only] => only.clone(),
        _ => format!("one of {}{more}", shown.join(", ")),
    }
}

/// The value as JSON, cut to a length that can be read.
pub(super) fn quoted(value: &Value) -> String {
    cut(&value.to_string(), LONGEST)
}

pub(super) fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

const MOST: usize = 24;
pub(super) const LONGEST: usize = 60;

fn either<'a>(branches: impl Iterator<Item = &'a Object>, root: &Value) -> String {
    let mut names: Vec<String> = Vec::new();
    for branch in branches {
        let name = expected(branch, root);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" or ")
}

fn string(schema: &Object) -> String {
    let length = range(schema, "minLength", "maxLength", " characters");
    let pattern = schema.get("pattern").and_then(Value::as_str);
    let pattern = pattern
        .map(|pattern| format!(" that matches `{pattern}`"))
        .unwrap_or_default();
    let format = schema.get("format").and_then(Value::as_str);
    let format = format
        .map(|format| format!(" in the format {format}"))
        .unwrap_or_default();
    format!("a string{length}{pattern}{format}")
}

fn range(schema: &Object, least: &str, most: &str, unit: &str) -> String {
    let of = if unit.is_empty() { "" } else { " of" };
    match (schema.get(least), schema.get(most)) {
        (Some(least), Some(most)) if least == most => {
            let unit = if *least == 1 {
                unit.trim_end_matches('s')
            } else {
                unit
            };
            format!("{of} {least}{unit}")
        }
        (Some(least), Some(most)) if unit.is_empty() => format!(" from {least} to {most}"),
        (Some(least), Some(most)) => format!(" of {least} to {most}{unit}"),
        (Some(least), None) => format!(" of at least {least}{unit}"),
        (None, Some(most)) => format!(" of at most {most}{unit}"),
        (None, None) => String::new(),
    }
}
