//! `type`, `enum` and `const`: which values are possible at all.

use std::collections::HashSet;

use serde_json::Value;

use super::super::hash::canonical;
use super::Comparison;
use super::node::{Node, is_annotation};

/// The types, a bit for each; a number is an integer or has a fraction.
const TYPES: [(&str, u8); 7] = [
    ("object", 1),
    ("array", 1 << 1),
    ("string", 1 << 2),
    ("number", FRACTION | INTEGER),
    ("integer", INTEGER),
    ("boolean", 1 << 5),
    ("null", NULL),
];
const FRACTION: u8 = 1 << 3;
const INTEGER: u8 = 1 << 4;
const NULL: u8 = 1 << 6;
const ALL: u8 = (1 << 7) - 1;

/// The only values that a schema accepts, and the keyword that lists them.
pub(super) struct Choices<'a> {
    pub(super) keyword: &'static str,
    values: Vec<&'a Value>,
}

impl<'a> Choices<'a> {
    pub(super) fn of(node: Node<'a>) -> Option<Self> {
        if let Some(value) = node.get("const") {
            return Some(Self { keyword: "const", values: vec![value] });
        }
        if let Some(Value::Array(values)) = node.get("enum") {
            return Some(Self { keyword: "enum", values: values.iter().collect() });
        }
        ["oneOf", "anyOf"].into_iter().find_map(|keyword| {
            let branches = node.get(keyword)?.as_array()?;
            let values = branches.iter().map(constant).collect::<Option<Vec<_>>>()?;
            Some(Self { keyword, values })
        })
    }

    fn names(&self) -> HashSet<String> {
        self.values.iter().map(|value| canonical(value)).collect()
    }
}

/// The value of a schema that is a single value, possibly with annotations.
fn constant(branch: &Value) -> Option<&Value> {
    let members = branch.as_object()?;
    let is_plain = |key: &String| key == "const" || key == "type" || is_annotation(key);
    members.get("const").filter(|_| members.keys().all(is_plain))
}

impl<'a> Comparison<'a, '_> {
    pub(super) fn types(&mut self, old: Node<'a>, new: Node<'a>, at: &str) {
        let was = Choices::of(old);
        let is = Choices::of(new);
        match (&was, &is) {
            (None, None) => {}
            (None, Some(_)) => self.add("enum-added", true, at, "now takes only certain values"),
            (Some(_), None) => self.add("enum-dropped", false, at, "now takes any value"),
            (Some(was), Some(is)) => self.values(&was.names(), &is.names(), at),
        }
        let was = types(old, was.as_ref());
        let is = types(new, is.as_ref());
        let gone = was & !is;
        let come = is & !was;
        match (gone, come) {
            (0, 0) => {}
            (0, NULL) => self.add("null-allowed", false, at, "null is now allowed"),
            (NULL, 0) => self.add("null-refused", true, at, "null is no longer allowed"),
            (0, _) => {
                let text = format!("may now be {}", names(come));
                self.add("type-widened", false, at, &text);
            }
            (_, 0) => {
                let text = format!("is no longer {}", names(gone));
                self.add("type-narrowed", true, at, &text);
            }
            _ => {
                let text = format!("{} became {}", names(was), names(is));
                self.add_as("type-changed", super::Bump::Major, at, &text);
            }
        }
    }

    fn values(&mut self, was: &HashSet<String>, is: &HashSet<String>, at: &str) {
        let gone = sorted_list(was.difference(is));
        let come = sorted_list(is.difference(was));
        if !gone.is_empty() {
            self.add("value-removed", true, at, &format!("removed values: {gone}"));
        }
        if !come.is_empty() {
            self.add("value-added", false, at, &format!("new values: {come}"));
        }
    }
}

fn sorted_list<'a>(values: impl Iterator<Item = &'a String>) -> String {
    let mut values: Vec<&str> = values.map(String::as_str).collect();
    values.sort_unstable();
    values.join(", ")
}

/// The types that a schema accepts; without `type`, those of its values.
fn types(node: Node<'_>, choices: Option<&Choices<'_>>) -> u8 {
    let bits = |name: &str| {
        let known = TYPES.iter().find(|(known, _)| *known == name);
        known.map_or(0, |(_, bits)| *bits)
    };
    match (node.get("type"), choices) {
        (Some(Value::String(name)), _) => bits(name),
        (Some(Value::Array(names)), _) => {
            names.iter().filter_map(Value::as_str).fold(0, |types, name| types | bits(name))
        }
        (_, Some(choices)) => {
            choices.values.iter().fold(0, |types, value| types | bits(type_of(value)))
        }
        _ => ALL,
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::Bool(_) => "boolean",
        Value::Null => "null",
    }
}

fn names(types: u8) -> String {
    if types == ALL {
        return "anything".to_owned();
    }
    let has_fraction = types & FRACTION != 0;
    let is_named = |(name, bits): &&(&str, u8)| match *name {
        "number" => has_fraction,
        "integer" => !has_fraction && types & bits != 0,
        _ => types & bits != 0,
    };
    let names = TYPES.iter().filter(is_named).map(|(name, _)| *name);
    names.collect::<Vec<_>>().join(" or ")
}
