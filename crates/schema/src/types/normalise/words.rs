//! Descriptions in words, for lack of a keyword that all clients support.

use serde_json::Value;

use super::Object;
use super::buffered::is_integer;

/// Describes the types of the items of a tuple, in order.
pub(super) fn items(items: &[Object]) -> String {
    let kinds: Vec<String> = items.iter().map(kind).collect();
    format!("{}{}.", before_kinds(items.len()), kinds.join(", "))
}

/// Describes the keys of a map.
pub(super) fn keys(pattern: &str) -> String {
    match pattern {
        _ if is_integer(pattern) => "Keys are integers.".to_owned(),
        _ => format!("Keys match `{pattern}`."),
    }
}

/// Describes the type of a value: `string`, `integer or null`, `[string, boolean]`.
fn kind(schema: &Object) -> String {
    if let Some(Value::Array(branches)) = schema.get("anyOf") {
        let mut kinds: Vec<String> =
            branches.iter().filter_map(Value::as_object).map(kind).collect();
        kinds.dedup();
        return kinds.join(" or ");
    }
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return name.trim_start_matches("#/$defs/").to_owned();
    }
    let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or_default();
    let inner = schema.get("description").and_then(Value::as_str).and_then(|description| {
        let before = before_kinds(usize::try_from(least).ok()?);
        description.strip_prefix(&before)?.strip_suffix('.')
    });
    match inner {
        Some(inner) => format!("[{inner}]"),
        None => schema.get("type").and_then(Value::as_str).unwrap_or("any").to_owned(),
    }
}

fn before_kinds(items: usize) -> String {
    format!("Exactly {items} items: ")
}
