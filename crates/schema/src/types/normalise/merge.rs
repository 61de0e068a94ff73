//! Overlaying one schema on another.

use std::cmp::Ordering;

use serde_json::Value;

use super::Object;
use super::keywords::strings;
use crate::json::compare;

/// Overlays `over` on `base`: bounds become tighter, properties are merged (those of `over` first),
/// a description replaces the existing one but keeps its lines about the values of an enum.
pub fn overlay(base: Object, over: Object) -> Object {
    let mut merged = base;
    for (key, value) in over {
        let value = match (key.as_str(), merged.remove(&key)) {
            (_, None) => value,
            (key, Some(below)) if key.starts_with("min") || key == "exclusiveMinimum" => {
                tighter(below, value, Ordering::Less)
            }
            (key, Some(below)) if key.starts_with("max") || key == "exclusiveMaximum" => {
                tighter(below, value, Ordering::Greater)
            }
            ("properties", Some(Value::Object(below))) => joined(value, below),
            ("required", Some(Value::Array(below))) => extended(value, below),
            ("description", Some(Value::String(below))) => {
                let values = strings(&merged, "enum");
                keep_value_docs(value.as_str().unwrap_or_default(), &below, &values).into()
            }
            (_, Some(_)) => value,
        };
        merged.insert(key, value);
    }
    merged
}

/// Adds a sentence or line to the description of a schema.
pub(crate) fn describe(schema: &mut Object, words: &str) {
    let whole = match schema.get("description").and_then(Value::as_str) {
        Some(before) => format!("{before}\n{words}"),
        None => words.to_owned(),
    };
    schema.insert("description".to_owned(), whole.into());
}

/// Returns the line of a description for one value of an enum.
pub(super) fn value_doc(value: &str, doc: &str) -> String {
    format!("- {value}: {doc}")
}

fn keep_value_docs(over: &str, below: &str, values: &[&str]) -> String {
    let is_value_doc =
        |line: &&str| values.iter().any(|value| line.starts_with(&value_doc(value, "")));
    let kept = below.lines().filter(is_value_doc);
    std::iter::once(over).chain(kept).collect::<Vec<_>>().join("\n")
}

fn tighter(below: Value, over: Value, looser: Ordering) -> Value {
    match (&below, &over) {
        (Value::Number(a), Value::Number(b)) if compare(b, a) == looser => below,
        _ => over,
    }
}

fn joined(over: Value, below: Object) -> Value {
    let Value::Object(mut first) = over else {
        return Value::Object(below);
    };
    for (name, schema) in below {
        first.entry(name).or_insert(schema);
    }
    Value::Object(first)
}

fn extended(over: Value, below: Vec<Value>) -> Value {
    let Value::Array(mut first) = over else {
        return Value::Array(below);
    };
    for name in below {
        if !first.contains(&name) {
            first.push(name);
        }
    }
    Value::Array(first)
}
