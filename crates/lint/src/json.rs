//! Helpers for JSON values.

use serde_json::Value;

use crate::jsonrpc::truncate_for_display;

/// The JSON Schema type of a value; a number without a fraction is an integer.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() && !is_whole(number) => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn is_whole(number: &serde_json::Number) -> bool {
    number.as_f64().is_some_and(|number| number.fract() == 0.0)
}

/// Whether a member is present but not a string.
pub(super) fn is_not_string(value: Option<&Value>) -> bool {
    value.is_some_and(|value| !value.is_string())
}

/// A member that is a non-empty string.
pub(super) fn text(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// A string as it is shown in a message: quoted, and short.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", truncate_for_display(text))
}
