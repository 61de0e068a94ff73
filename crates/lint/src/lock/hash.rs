//! Digests of JSON that do not depend on its formatting.
//!
//! Source: [RFC 8785, JSON Canonicalization Scheme](https://www.rfc-editor.org/rfc/rfc8785).

use mcp_runtime_protocol::hex::hex;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of a text, in hexadecimal digits.
pub(super) fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// Canonical JSON: without whitespace, and with sorted members.
pub(super) fn canonical(value: &Value) -> String {
    let mut json = String::new();
    write(value, &mut json);
    json
}

fn write(value: &Value, json: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            list(json, ['{', '}'], members, |(key, value), json| {
                write(&Value::from(key.as_str()), json);
                json.push(':');
                write(value, json);
            });
        }
        Value::Array(values) => list(json, ['[', ']'], values, write),
        Value::Number(number) => match number.as_f64() {
            // 1.0 is 1.
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e15 => {
                // Adding zero turns minus zero into zero.
                json.push_str(&format!("{:.0}", float + 0.0));
            }
            _ => json.push_str(&number.to_string()),
        },
        _ => json.push_str(&value.to_string()),
    }
}

fn list<T>(
    json: &mut String,
    [open, close]: [char; 2],
    values: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut String),
) {
    json.push(open);
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        write(value, json);
    }
    json.push(close);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn order_spaces_and_the_point_of_whole_numbers_are_no_difference() {
        let value = json!({"b": [1.0, -20.0, -0.0, 2.5], "a": {"é": null, "d": "x\n"}});
        assert_eq!(canonical(&value), r#"{"a":{"d":"x\n","é":null},"b":[1,-20,0,2.5]}"#);
    }
}
