//! JSON helpers for schemas and values.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

/// A JSON object, its keys in order.
pub(crate) type Object = Map<String, Value>;

/// Compares numbers by value, regardless of notation.
pub(crate) fn compare(a: &Number, b: &Number) -> Ordering {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => a.as_f64().partial_cmp(&b.as_f64()).unwrap_or(Ordering::Equal),
    }
}
