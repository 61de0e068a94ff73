//! The version vectors: data that every revision of the protocol agrees with.

#![expect(clippy::unwrap_used, reason = "a record that cannot be read fails the test")]

pub(crate) mod capabilities;
mod downgrade;
mod methods;
mod negotiation;
mod negotiation_http;
mod wire_examples;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_test_support::vectors::records;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// The revision that a record names.
fn version(record: &Value) -> ProtocolVersion {
    match text(record, "version") {
        "draft" => ProtocolVersion::LATEST,
        version => version.parse().unwrap(),
    }
}

fn text<'a>(record: &'a Value, key: &str) -> &'a str {
    record[key].as_str().unwrap_or_else(|| panic!("{record} has no text `{key}`"))
}

/// Decodes JSON as a type, from text as it is read from the wire.
fn decode<T: DeserializeOwned>(json: &Value) -> serde_json::Result<T> {
    serde_json::from_str(&json.to_string())
}

fn encode(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// Whether two values are equal, with numbers compared by value: `1` is `1.0`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[track_caller]
fn assert_same(record: &Value, got: &Value, expected: &Value) {
    assert!(same(got, expected), "{}: got {got}, expected {expected}", record["id"]);
}
