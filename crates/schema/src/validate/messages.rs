//! The messages about values that do not fit a schema, for models and people.

use std::fmt::{self, Display, Write as _};

use serde_json::{Map, Value};

use crate::json::Object;
use crate::tree::{Node, Tree};
use mcp_runtime_protocol::jsonrpc::truncate_for_display;
use mcp_runtime_protocol::reference::target;
use mcp_runtime_protocol::suggest;
use mcp_runtime_protocol::violation::is_meant;

/// Describes a value that does not have the expected type or shape.
pub(super) fn unexpected(value: &Tree<'_>, schema: &Object, root: &Value) -> String {
    format!("expected {}, got {}", expected(schema, root), quoted(value))
}

/// Describes a value that is not one of the allowed ones.
pub(super) fn not_listed<'v>(
    value: &Tree<'_>,
    allowed: impl Iterator<Item = &'v Value> + Clone,
) -> String {
    let names = allowed.clone().filter_map(Value::as_str);
    let nearest = match &value.node {
        Node::String(text) => suggest::nearest(text, names),
        _ => None,
    };
    let meant = nearest.map(|meant| format!("; did you mean {meant:?}?")).unwrap_or_default();
    format!("expected {}, got {}{meant}", list(allowed), quoted(value))
}

/// Describes a key that the schema does not have.
pub(super) fn unknown_key(name: &str, known: Option<&Object>) -> String {
    let known = known.into_iter().flat_map(Map::keys);
    match suggest::nearest(name, known.map(String::as_str)) {
        Some(meant) => format!("unknown key, did you mean `{meant}`?"),
        None => "unknown key".to_owned(),
    }
}

/// Describes a missing value, with the unknown key that may have been meant for it: at the end, where
/// [`Violation::names`](super::super::Violation::names) looks for it.
pub(super) fn is_missing(expected: &str, meant: Option<&str>) -> String {
    let meant = meant.map(is_meant).unwrap_or_default();
    format!("missing, expected {expected}{meant}")
}

/// Describes what a schema expects, such as `an integer from 1 to 100`.
pub fn expected(schema: &Object, root: &Value) -> String {
    Words { root, left: MAX_SCHEMAS }.of(schema)
}

/// Describes what a union expects.
pub(super) fn expected_of(branches: &[Value], root: &Value) -> String {
    Words { root, left: MAX_SCHEMAS }.either(branches)
}

/// Lists the allowed values.
pub(super) fn list<'v>(values: impl Iterator<Item = &'v Value>) -> String {
    let mut shown: Vec<String> =
        values.take(MAX_LISTED + 1).map(|value| short(value, MAX_WORDS_BYTES)).collect();
    let more = if shown.len() > MAX_LISTED { ", .." } else { "" };
    shown.truncate(MAX_LISTED);
    match &shown[..] {
        [only] => only.clone(),
        _ => format!("one of {}{more}", shown.join(", ")),
    }
}

/// Quotes a value as JSON, truncated to a readable length.
pub(super) fn quoted(value: &impl Display) -> String {
    // One more than is displayed, which reveals that the value is truncated.
    truncate_for_display(&start(value, 61))
}

/// The maximum number of branches or values in a message; more do not help.
const MAX_LISTED: usize = 24;

/// The maximum length of a text of a schema or a library in a message.
pub(super) const MAX_WORDS_BYTES: usize = 1_000;

/// How many schemas are visited for one message.
const MAX_SCHEMAS: usize = 100;

struct Words<'a> {
    root: &'a Value,
    left: usize,
}

impl Words<'_> {
    fn of(&mut self, schema: &Object) -> String {
        let Some(left) = self.left.checked_sub(1) else {
            return "a value".to_owned();
        };
        self.left = left;
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let target = target(self.root, reference).and_then(Value::as_object);
            return target.map_or_else(|| "a value".to_owned(), |target| self.of(target));
        }
        match schema.get("enum").or_else(|| schema.get("const")) {
            Some(Value::Array(values)) => return list(values.iter()),
            Some(only) => return short(only, MAX_WORDS_BYTES),
            None => {}
        }
        match schema.get("anyOf").or_else(|| schema.get("oneOf")) {
            Some(Value::Array(branches)) => self.either(branches),
            _ => kinds(schema),
        }
    }

    fn either(&mut self, branches: &[Value]) -> String {
        let mut names: Vec<String> = Vec::new();
        for branch in branches.iter().filter_map(Value::as_object).take(MAX_LISTED) {
            let name = self.of(branch);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(" or ")
    }
}

fn kinds(schema: &Object) -> String {
    match schema.get("type") {
        Some(Value::String(kind)) => of_kind(schema, kind),
        Some(Value::Array(kinds)) => {
            let kinds = kinds.iter().take(MAX_LISTED).filter_map(Value::as_str);
            kinds.map(|kind| of_kind(schema, kind)).collect::<Vec<_>>().join(" or ")
        }
        _ => "a value".to_owned(),
    }
}

fn of_kind(schema: &Object, kind: &str) -> String {
    match kind {
        "integer" => format!("an integer{}", range(schema, "minimum", "maximum", "")),
        "number" => number(schema),
        "string" => string(schema),
        "boolean" => "true or false".to_owned(),
        "array" => format!("an array{}", range(schema, "minItems", "maxItems", "item")),
        "object" => {
            let size = range(schema, "minProperties", "maxProperties", "property");
            format!("an object{size}")
        }
        "null" => "null".to_owned(),
        _ => "a value".to_owned(),
    }
}

fn number(schema: &Object) -> String {
    let bound = |keyword, word| {
        let bound = schema.get(keyword).filter(|bound| bound.is_number())?;
        Some(format!(" {word} {bound}"))
    };
    let exclusive = [bound("exclusiveMinimum", "above"), bound("exclusiveMaximum", "below")];
    let bounds: Vec<String> = std::iter::once(range(schema, "minimum", "maximum", ""))
        .filter(|range| !range.is_empty())
        .chain(exclusive.into_iter().flatten())
        .collect();
    format!("a number{}", bounds.join(" and"))
}

fn string(schema: &Object) -> String {
    let length = range(schema, "minLength", "maxLength", "character");
    let word = |keyword| {
        schema.get(keyword).and_then(Value::as_str).map(|word| start(&word, MAX_WORDS_BYTES))
    };
    let pattern = word("pattern").map(|pattern| format!(" that matches `{pattern}`"));
    let format = word("format").map(|format| match example(&format) {
        Some(example) => format!(" in the format {format}, such as {example}"),
        None => format!(" in the format {format}"),
    });
    format!("a string{length}{}{}", pattern.unwrap_or_default(), format.unwrap_or_default())
}

/// A value of a format whose name does not say what it looks like.
fn example(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "2026-03-01",
        "date-time" => "2026-03-01T12:30:00Z",
        "duration" => "PT1H30M",
        "time" => "12:30:00Z",
        "uuid" => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        _ => return None,
    })
}

/// Describes the bounds of a schema; `unit` is in the singular, empty for plain numbers.
fn range(schema: &Object, least: &str, most: &str, unit: &str) -> String {
    let of = |bounds: String, last: &Value| match (unit, *last == 1) {
        ("", _) => format!(" of {bounds}"),
        ("property", false) => format!(" of {bounds} properties"),
        (_, true) => format!(" of {bounds} {unit}"),
        (_, false) => format!(" of {bounds} {unit}s"),
    };
    let bound = |keyword| schema.get(keyword).filter(|bound| bound.is_number());
    match (bound(least), bound(most)) {
        (Some(least), Some(most)) if least == most => of(least.to_string(), most),
        (Some(least), Some(most)) if unit.is_empty() => format!(" from {least} to {most}"),
        (Some(least), Some(most)) => of(format!("{least} to {most}"), most),
        (Some(least), None) => of(format!("at least {least}"), least),
        (None, Some(most)) => of(format!("at most {most}"), most),
        (None, None) => String::new(),
    }
}

/// Returns the text of a value, truncated to `most` bytes.
pub(super) fn short(value: &impl Display, most: usize) -> String {
    let mut text = start(value, most + 1);
    if text.len() > most {
        let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Returns the start of the text of a value. The rest, however long, is not even written.
fn start(value: &impl Display, most: usize) -> String {
    struct Start {
        text: String,
        most: usize,
    }

    impl fmt::Write for Start {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            let end = piece.char_indices().nth(self.most).map(|(end, _)| end);
            self.text.push_str(&piece[..end.unwrap_or(piece.len())]);
            self.most = self.most.saturating_sub(piece.chars().take(self.most).count());
            if end.is_some() { Err(fmt::Error) } else { Ok(()) }
        }
    }

    let mut start = Start { text: String::new(), most };
    // Truncation is not an error.
    let _ = write!(start, "{value}");
    start.text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(schema: &Value) -> String {
        expected(schema.as_object().unwrap(), schema)
    }

    #[test]
    fn a_schema_is_said_in_few_words() {
        for (schema, words) in [
            (
                json!({ "type": ["integer", "null"], "minimum": 0 }),
                "an integer of at least 0 or null",
            ),
            (json!({ "const": 5 }), "5"),
            (json!({ "oneOf": [{ "const": "a" }, { "const": "b" }] }), "\"a\" or \"b\""),
            (json!({}), "a value"),
        ] {
            assert_eq!(said(&schema), words);
        }
    }

    #[test]
    fn a_schema_of_any_size_has_few_words() {
        let itself = json!({ "$defs": { "a": { "anyOf": [{ "$ref": "#/$defs/a" }] } }, "$ref": "#/$defs/a" });
        assert_eq!(said(&itself), "a value");
        let long = "x".repeat(1_000_000);
        for schema in [
            json!({ "enum": vec![long.clone(); 50] }),
            json!({ "type": "string", "pattern": long }),
            json!({ "anyOf": vec![json!({ "const": long }); 50] }),
        ] {
            assert!(said(&schema).len() < 30_000);
        }
    }

    #[test]
    fn what_is_long_is_cut_once() {
        assert_eq!(quoted(&"ä".repeat(60)), "ä".repeat(60));
        assert_eq!(quoted(&"ä".repeat(61)), format!("{}…", "ä".repeat(60)));
        assert_eq!(quoted(&json!(["x".repeat(100)])), format!("[\"{}…", "x".repeat(58)));
        assert_eq!(short(&"ä".repeat(10), 3), "ä…");
    }
}
