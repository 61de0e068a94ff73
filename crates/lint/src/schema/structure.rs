//! Whether a schema is valid JSON Schema, and not too deep.

use mcp_runtime_schema::keywords::{Holds, KEYWORDS};
use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;
use crate::json::{is_not_string, kind};

use super::node::{SchemaNode, types};

const STRINGS: [&str; 9] =
    ["title", "description", "$ref", "$id", "$schema", "$comment", "pattern", "format", "$anchor"];
const NUMBERS: [&str; 5] =
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const COUNTS: [&str; 6] =
    ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const MAX_DEPTH: usize = 10;
/// The greatest integer that JavaScript holds exactly.
pub(super) const SAFE: u64 = (1 << 53) - 1;

/// Checks that a schema is an object, and returns whether it is.
pub(super) fn check_kind(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) -> bool {
    match node.value {
        Value::Object(_) => return true,
        Value::Bool(value) => check_boolean(node, *value, subject),
        other => {
            let found = format!("expected a schema, got {}", kind(other));
            invalid(node.pointer.clone(), &found, subject);
        }
    }
    false
}

/// Checks a boolean schema, which is fine in the keywords about additional members.
fn check_boolean(node: &SchemaNode<'_>, value: bool, subject: &mut Subject<'_, '_>) {
    let rule = match node.keyword {
        Some("unevaluatedProperties" | "additionalItems" | "unevaluatedItems") => return,
        Some("additionalProperties") if node.is_input() => Rule::ObjectAdditional,
        Some("additionalProperties") => return,
        Some("properties") if node.depth == 1 => Rule::SchemaBool,
        _ => Rule::SchemaBoolDeep,
    };
    subject.report_found(rule, &node.pointer, format!("it is {value}"));
}

/// Checks the keywords that have one kind of value.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    if node.depth > MAX_DEPTH {
        subject.report(Rule::SchemaDepth, &node.pointer);
    }
    if types(node.value).is_none() {
        invalid(node.at("type"), "the type does not exist", subject);
    }
    for keyword in STRINGS.iter().filter(|keyword| is_not_string(node.get(keyword))) {
        invalid(node.at(keyword), "it must be a string", subject);
    }
    check_numbers(node, subject);
    for &(keyword, holds) in KEYWORDS {
        let expected = match (holds, node.get(keyword)) {
            (Holds::Map, Some(value)) if !value.is_object() => "it must be an object",
            (Holds::List, Some(value)) if value.as_array().is_none_or(Vec::is_empty) => {
                "it must be an array with at least one schema"
            }
            _ => continue,
        };
        invalid(node.at(keyword), expected, subject);
    }
}

fn check_numbers(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    for keyword in NUMBERS {
        match node.get(keyword).map(Value::as_f64) {
            None => {}
            Some(None) => invalid(node.at(keyword), "it must be a number", subject),
            Some(Some(bound)) if bound.abs() > SAFE as f64 && keyword != "multipleOf" => {
                subject.report(Rule::NumberUnsafeBound, node.at(keyword));
            }
            Some(Some(_)) => {}
        }
    }
    for keyword in COUNTS {
        if node.get(keyword).is_some_and(|count| !count.is_u64()) {
            invalid(node.at(keyword), "it must be a non-negative integer", subject);
        }
    }
}

/// Reports a keyword that is invalid in JSON Schema.
pub(super) fn invalid(pointer: String, found: &str, subject: &mut Subject<'_, '_>) {
    subject.report_found(Rule::SchemaInvalid, pointer, found);
}
