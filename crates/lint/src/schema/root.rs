//! The keywords at the root of a schema.

use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;

use super::node::Side;

/// Checks the root of `inputSchema`.
pub(super) fn check_input(schema: &Value, subject: &mut Subject<'_, '_>) {
    let pointer = Side::Input.pointer();
    if !is_object_type(schema) {
        subject.report_found(Rule::InputRootType, pointer, found_type(schema));
    } else if !schema.get("properties").is_some_and(Value::is_object) {
        subject.report(Rule::InputNoProperties, pointer);
    }
    for keyword in ["oneOf", "anyOf", "allOf", "enum", "not"] {
        if schema.get(keyword).is_some() {
            subject.report(Rule::RootCombinator, format!("{pointer}/{keyword}"));
        }
    }
    for keyword in ["const", "if", "then", "else", "$ref"] {
        if schema.get(keyword).is_some() {
            subject.report(Rule::RootKeyword, format!("{pointer}/{keyword}"));
        }
    }
    check_title(schema, pointer, subject);
}

/// Checks the root of `outputSchema`.
pub(super) fn check_output(schema: &Value, subject: &mut Subject<'_, '_>) {
    let pointer = Side::Output.pointer();
    if !is_object_type(schema) {
        subject.report_found(Rule::OutputRootType, pointer, found_type(schema));
    }
    check_title(schema, pointer, subject);
}

fn is_object_type(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "object")
}

fn found_type(schema: &Value) -> String {
    schema.get("type").map_or("it has no type".to_owned(), |name| format!("its type is {name}"))
}

fn check_title(schema: &Value, pointer: &str, subject: &mut Subject<'_, '_>) {
    if schema.get("title").is_some() {
        subject.report(Rule::RootTitle, format!("{pointer}/title"));
    }
}
