//! JSON, as schemas and the values under them need it.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

/// A JSON object, its keys in order.
pub(crate) type Object = Map<String, Value>;

/// Numbers are in order by their value, however they are written.
pub(crate) fn compare(a: &Number, b: &Number) -> Ordering {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => a.as_f64().partial_cmp(&b.as_f64()).unwrap_or(Ordering::Equal),
    }
}
