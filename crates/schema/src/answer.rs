//! Validates answers against the requested form.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::format;
use crate::json::Object;
use crate::json::integer;
use crate::validate::{missing, violations};
use mcp_runtime_protocol::Violation;
use mcp_runtime_protocol::base::to_value;
use mcp_runtime_protocol::{NumberSchema, NumberType, PrimitiveSchema, RequestedSchema};

/// The maximum number of reported mistakes; more do not help.
const MAX_MISTAKES: usize = 20;

/// Returns the violations in an answer to a form.
pub fn check(answer: &Map<String, Value>, form: &RequestedSchema) -> Vec<Violation> {
    let required: HashSet<&String> = form.required.iter().collect();
    let fields = form.properties.0.iter();
    let found = fields.flat_map(|(name, schema)| match answer.get(name) {
        Some(given) if !given.is_null() => wrong(name, &as_meant(given, schema), schema),
        _ if required.contains(name) => {
            let unknown = answer.keys().map(String::as_str);
            vec![missing(name, &plain(schema), &json!({}), unknown)]
        }
        _ => Vec::new(),
    });
    found.take(MAX_MISTAKES).collect()
}

/// Returns the answer to one field in the notation of its type: some languages write the integer
/// that a user enters as `3.0`.
pub fn as_meant<'a>(given: &'a Value, schema: &PrimitiveSchema) -> Cow<'a, Value> {
    let is_integer =
        matches!(schema, PrimitiveSchema::Number(NumberSchema { kind: NumberType::Integer, .. }));
    let digits = match given {
        Value::Number(number) if is_integer && number.is_f64() => integer(&number.to_string()),
        _ => None,
    };
    let whole = digits.and_then(|digits| serde_json::from_str(&digits).ok());
    whole.map_or(Cow::Borrowed(given), Cow::Owned)
}

/// Returns the violations in the answer to one field.
pub fn wrong(name: &str, given: &Value, schema: &PrimitiveSchema) -> Vec<Violation> {
    let mut found = violations(name, &given.to_string(), &plain(schema), &json!({}));
    if let (true, PrimitiveSchema::String(schema), Value::String(text)) =
        (found.is_empty(), schema, given)
    {
        found.extend(schema.format.and_then(|format| format::refusal(name, text, format)));
    }
    found
}

/// Translates a field schema to the form of all other schemas, where a choice is an `enum`.
pub fn plain(schema: &PrimitiveSchema) -> Object {
    let Ok(Value::Object(mut plain)) = to_value(schema) else {
        return Object::new();
    };
    drop_titles(&mut plain, "oneOf");
    if let Some(Value::Object(items)) = plain.get_mut("items") {
        drop_titles(items, "anyOf");
    }
    plain
}

fn drop_titles(schema: &mut Object, titled: &str) {
    if let Some(Value::Array(options)) = schema.remove(titled) {
        let values = options.iter().map(|option| option["const"].clone()).collect();
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), values);
    }
}
