//! Bounds: keywords that concern only the value itself.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::json::compare;
use crate::tree::{Node, Tree};

/// Whether a value satisfies a bound; keywords that are not bounds are satisfied.
pub(super) fn keeps(value: &Tree<'_>, keyword: &str, bound: &Value) -> bool {
    let (Some(size), Value::Number(bound)) = (size(value, keyword, bound), bound) else {
        return true;
    };
    let order = compare(&size, bound);
    match keyword {
        "minimum" | "minLength" | "minItems" | "minProperties" => order != Ordering::Less,
        "maximum" | "maxLength" | "maxItems" | "maxProperties" => order != Ordering::Greater,
        "exclusiveMinimum" => order == Ordering::Greater,
        "exclusiveMaximum" => order == Ordering::Less,
        "multipleOf" => is_multiple(&size, bound),
        _ => true,
    }
}

/// The cost of counting the characters of a text, in steps.
pub(super) fn effort(value: &Tree<'_>, bound: &Value) -> usize {
    match (&value.node, bound) {
        (Node::String(text), Value::Number(_)) => text.len() / 64,
        _ => 0,
    }
}

/// Returns the quantity of a value that a keyword limits.
fn size(value: &Tree<'_>, keyword: &str, bound: &Value) -> Option<Number> {
    let size = match (keyword, &value.node) {
        (
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
            Node::Number(_),
        ) => return value.number(),
        ("minLength" | "maxLength", Node::String(text)) => {
            // Characters beyond the bound need not be counted.
            let most = bound.as_u64().and_then(|bound| usize::try_from(bound).ok());
            text.chars().take(most.unwrap_or(usize::MAX).saturating_add(1)).count()
        }
        ("minItems" | "maxItems", Node::Array(items)) => items.len(),
        ("minProperties" | "maxProperties", Node::Object(entries)) => entries.counting().count(),
        _ => return None,
    };
    Some(size.into())
}

fn is_multiple(value: &Number, step: &Number) -> bool {
    match (value.as_f64(), step.as_f64()) {
        (Some(value), Some(step)) if step > 0.0 => {
            let quotient = value / step;
            (quotient - quotient.round()).abs() < 1e-9
        }
        _ => true,
    }
}

/// Returns why a number cannot be used in calculations, if so.
pub(super) fn unreadable(value: &Tree<'_>) -> Option<serde_json::Error> {
    match value.node {
        Node::Number(text) => serde_json::from_str::<Number>(text).err(),
        _ => None,
    }
}
