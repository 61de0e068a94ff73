//! A schema and a value in a few words.

use serde_json::Value;

use crate::jsonrpc::cut;
use crate::schema::normalise::Object;

/// What a schema asks for, such as `an integer from 1 to 100`.
pub(crate) fn expected(schema: &Object, root: &Value) -> String {
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
        Some("array") => format!("an array{}", range(schema, "minItems", "maxItems", "item")),
        Some("object") => {
            let size = range(schema, "minProperties", "maxProperties", "property");
            format!("an object{size}")
        }
        Some("null") => "null".to_owned(),
        _ => "a value".to_owned(),
    }
}

/// The schema that a `$ref` stands for.
pub(super) fn resolved<'a>(schema: &'a Object, root: &'a Value) -> &'a Object {
    let name =
        schema.get("$ref").and_then(Value::as_str).map(|at| at.trim_start_matches("#/$defs/"));
    name.and_then(|name| root.get("$defs")?.get(name)?.as_object()).unwrap_or(schema)
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
    cut(&value.to_string())
}

const MOST: usize = 24;

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
    let length = range(schema, "minLength", "maxLength", "character");
    let pattern = schema.get("pattern").and_then(Value::as_str);
    let pattern = pattern.map(|pattern| format!(" that matches `{pattern}`")).unwrap_or_default();
    let format = schema.get("format").and_then(Value::as_str);
    let format = format.map(|format| format!(" in the format {format}")).unwrap_or_default();
    format!("a string{length}{pattern}{format}")
}

/// The bounds of a schema; `unit` is in the singular, empty for plain numbers.
fn range(schema: &Object, least: &str, most: &str, unit: &str) -> String {
    let of = |bounds: String, last: &Value| match (unit, *last == 1) {
        ("", _) => format!(" of {bounds}"),
        ("property", false) => format!(" of {bounds} properties"),
        (_, true) => format!(" of {bounds} {unit}"),
        (_, false) => format!(" of {bounds} {unit}s"),
    };
    match (schema.get(least), schema.get(most)) {
        (Some(least), Some(most)) if least == most => of(least.to_string(), most),
        (Some(least), Some(most)) if unit.is_empty() => format!(" from {least} to {most}"),
        (Some(least), Some(most)) => of(format!("{least} to {most}"), most),
        (Some(least), None) => of(format!("at least {least}"), least),
        (None, Some(most)) => of(format!("at most {most}"), most),
        (None, None) => String::new(),
    }
}
