//! Arrays: `items` and `prefixItems`.

use serde_json::{Value, json};

use super::value::is_type;
use super::{Dialect, Object, note};

/// Says what is in an array as the provider can.
pub(super) fn fit(schema: &mut Object, dialect: &Dialect) {
    if !dialect.tuples
        && let Some(Value::Array(places)) = schema.shift_remove("prefixItems")
    {
        tuple(schema, places, dialect);
    }
    if dialect.complete && is_type(schema, "array") && !schema.contains_key("items") {
        schema.insert("items".into(), json!({}));
    }
}

/// A list of any of the items of a tuple, whose places are said in words.
fn tuple(schema: &mut Object, places: Vec<Value>, dialect: &Dialect) {
    let count = places.len();
    let rest = schema.shift_remove("items");
    let is_closed = rest.as_ref().is_some_and(|rest| *rest == json!({ "not": {} }));
    let words: Vec<String> = places.iter().map(in_words).collect();
    let mut kinds = Vec::new();
    for place in places.into_iter().chain(rest.filter(|_| !is_closed)) {
        if !kinds.contains(&place) {
            kinds.push(place);
        }
    }
    let items = if kinds.len() == 1 { kinds.pop() } else { None };
    schema.insert("items".into(), items.unwrap_or_else(|| json!({ "anyOf": kinds })));
    if is_closed {
        schema.entry("maxItems").or_insert_with(|| count.into());
    }
    let places = if count == 1 { "item" } else { "items" };
    let is_exact = schema.get("maxItems").and_then(Value::as_u64) == u64::try_from(count).ok()
        && schema.get("minItems") == schema.get("maxItems");
    let first = if is_exact { "Exactly" } else { "First" };
    let text = format!("{first} {count} {places}: {}.", words.join(", "));
    note::append(schema, &text, dialect.separator);
}

/// A place of a tuple in words: its description, or its type.
fn in_words(schema: &Value) -> String {
    let description = schema.get("description").and_then(Value::as_str);
    match (description, schema.get("type")) {
        (Some(text), _) => text.trim_end_matches('.').to_owned(),
        (None, Some(Value::String(name))) => name.clone(),
        (None, _) => "any".to_owned(),
    }
}
