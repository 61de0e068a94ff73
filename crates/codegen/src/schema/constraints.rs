//! What the documentation of a member says: its description, and what its type does not say.

use serde_json::Value;

use crate::text::documentation;

/// How many values of an enum are listed.
const MAX_VALUES: usize = 50;

/// What is said about the sizes of values.
const SIZES: [(&str, &str); 8] = [
    ("minLength", "minimum length"),
    ("maxLength", "maximum length"),
    ("minItems", "minimum number of items"),
    ("maxItems", "maximum number of items"),
    ("minimum", "minimum"),
    ("maximum", "maximum"),
    ("exclusiveMinimum", "greater than"),
    ("exclusiveMaximum", "less than"),
];

/// What only the schema can say.
const CONDITIONS: [&str; 6] =
    ["if", "then", "else", "not", "dependentRequired", "dependentSchemas"];

/// The documentation of a schema.
pub(super) fn docs(schema: &Value) -> Vec<String> {
    let mut lines = description(schema);
    let facts = facts(schema);
    if !facts.is_empty() && !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(facts.iter().flat_map(|fact| documentation(fact)));
    lines
}

/// The description alone.
pub(super) fn description(schema: &Value) -> Vec<String> {
    let text = schema.get("description").or_else(|| schema.get("title"));
    text.and_then(Value::as_str).map(documentation).unwrap_or_default()
}

fn facts(schema: &Value) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(values) = schema.get("enum").and_then(Value::as_array)
        && !values.iter().all(Value::is_string)
    {
        let listed = values.iter().take(MAX_VALUES).map(Value::to_string);
        facts.push(format!("One of {}.", listed.collect::<Vec<_>>().join(", ")));
    }
    if let Some(value) = schema.get("const") {
        facts.push(format!("Always {value}."));
    }
    let mut limits = Vec::new();
    for (key, words) in SIZES {
        if let Some(number) = schema.get(key).filter(|number| number.is_number()) {
            limits.push(format!("{words} {number}"));
        }
    }
    if let Some(format) = schema.get("format").and_then(Value::as_str) {
        limits.push(format!("format {format}"));
    }
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        limits.push(format!("pattern {pattern}"));
    }
    if let Some(default) = schema.get("default") {
        limits.push(format!("default {default}"));
    }
    if !limits.is_empty() {
        facts.push(sentence(&limits.join(", ")));
    }
    let conditions =
        CONDITIONS.iter().filter(|key| schema.get(**key).is_some()).copied().collect::<Vec<_>>();
    if !conditions.is_empty() {
        facts.push(format!("The schema has more conditions: {}.", conditions.join(", ")));
    }
    facts
}

/// A text that begins with a capital letter and ends with a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}
