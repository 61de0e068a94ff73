//! Two schemas that hold both, as one.
//!
//! The result may allow more than both do, where one schema cannot say it, and never less: the
//! server checks again.

use serde_json::Value;

use super::keyword::{LOWER, UPPER};
use super::{Object, note, value};

/// What both schemas say; the first wins where only one can.
pub(super) fn both(mut first: Object, second: Object) -> Object {
    if first.is_empty() {
        return second;
    }
    let mut rest = Vec::new();
    // These mean something only together, so that those of two schemas must not mix.
    let groups = [&["if", "then", "else"][..], &["contains", "minContains", "maxContains"]];
    let only_first: Vec<&str> = groups
        .iter()
        .filter(|group| first.contains_key(group[0]))
        .copied()
        .flatten()
        .copied()
        .collect();
    for (keyword, new) in second {
        if only_first.contains(&keyword.as_str()) {
            continue;
        }
        match first.get_mut(&keyword) {
            None => _ = first.insert(keyword, new),
            Some(old) if *old == new => {}
            Some(old) => {
                let (merged, lost) = keyword_of_both(&keyword, old.take(), new);
                *old = merged;
                rest.extend(lost.map(|lost| (keyword, lost)));
            }
        }
    }
    let rest: Vec<_> = rest.iter().map(|(keyword, value)| (keyword.as_str(), value)).collect();
    note::add(&mut first, &rest, " ");
    first
}

/// The value of a keyword for both, and what it does not say.
fn keyword_of_both(keyword: &str, old: Value, new: Value) -> (Value, Option<Value>) {
    match (keyword, old, new) {
        ("properties" | "$defs" | "patternProperties", Value::Object(old), Value::Object(new)) => {
            (Value::Object(by_name(old, new)), None)
        }
        ("items" | "additionalProperties", Value::Object(old), Value::Object(new)) => {
            (Value::Object(schema_of_both(old, new)), None)
        }
        ("required", Value::Array(mut names), Value::Array(new)) => {
            for name in new {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            (Value::Array(names), None)
        }
        ("enum", Value::Array(old), Value::Array(new)) => {
            let common: Vec<Value> = old.iter().filter(|v| new.contains(v)).cloned().collect();
            (Value::Array(if common.is_empty() { old } else { common }), None)
        }
        ("type", old, new) => (type_of_both(old, &new), None),
        ("additionalProperties" | "unevaluatedProperties", _, Value::Bool(false)) => {
            (Value::Bool(false), None)
        }
        ("uniqueItems", ..) => (Value::Bool(true), None),
        (bound, old, new) if LOWER.contains(&bound) => (tighter(old, new, true), None),
        (bound, old, new) if UPPER.contains(&bound) => (tighter(old, new, false), None),
        ("pattern" | "multipleOf" | "format", old, new) => (old, Some(new)),
        // Texts for people, or combinations that one schema cannot have twice.
        (_, old, _) => (old, None),
    }
}

fn by_name(mut all: Object, more: Object) -> Object {
    for (name, new) in more {
        match (all.get_mut(&name), new) {
            (Some(Value::Object(old)), Value::Object(new)) => {
                *old = schema_of_both(std::mem::take(old), new);
            }
            (Some(_), _) => {}
            (None, new) => _ = all.insert(name, new),
        }
    }
    all
}

fn schema_of_both(old: Object, new: Object) -> Object {
    // What a reference points at is not at hand.
    if old.contains_key("$ref") || new.contains_key("$ref") { old } else { both(old, new) }
}

fn tighter(old: Value, new: Value, up: bool) -> Value {
    let is_tighter = match (old.as_f64(), new.as_f64()) {
        (Some(old), Some(new)) => (new > old) == up,
        _ => false,
    };
    if is_tighter { new } else { old }
}

fn type_of_both(old: Value, new: &Value) -> Value {
    let names = |value: &Value| match value {
        Value::Array(names) => names.clone(),
        one => vec![one.clone()],
    };
    let new = names(new);
    let has =
        |name: &Value| new.contains(name) || (name == "integer" && new.contains(&"number".into()));
    let mut common: Vec<Value> = names(&old).into_iter().filter(has).collect();
    if names(&old).contains(&"number".into()) && new.contains(&"integer".into()) {
        common.push("integer".into());
    }
    value::types_value(common).unwrap_or(old)
}
