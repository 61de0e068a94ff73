//! JSON helpers for schemas and values.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

/// A JSON object, its keys in order.
pub type Object = Map<String, Value>;

/// Compares numbers by value, regardless of notation.
pub fn compare(a: &Number, b: &Number) -> Ordering {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => a.as_f64().partial_cmp(&b.as_f64()).unwrap_or(Ordering::Equal),
    }
}

/// Returns the integer that a number stands for, in the notation that serde accepts.
pub fn integer(number: &str) -> Option<String> {
    if !is_number(&number) {
        return None;
    }
    if !number.contains(['.', 'e', 'E']) && number != "-0" {
        return Some(number.to_owned());
    }
    let float: f64 = number.parse().ok()?;
    // Beyond 2^53 a float no longer identifies a single integer. The sum has no negative zero, which
    // serde does not accept as an integer either.
    (float.fract() == 0.0 && float.abs() <= 2f64.powi(53)).then(|| format!("{:.0}", float + 0.0))
}

/// Whether a text is a number in JSON.
pub fn is_number(text: &&str) -> bool {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && serde_json::from_str::<Number>(text).is_ok()
}
