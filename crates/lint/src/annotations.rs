//! Annotations, `_meta` and `execution` of tools.

use mcp_runtime_protocol::reference::escape;
use serde_json::{Map, Value};

use super::Rule;
use super::findings::Subject;
use super::json::quoted;

const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// Checks everything about a tool that is neither text nor schema.
pub(super) fn check(tool: &Map<String, Value>, subject: &mut Subject<'_, '_>) {
    match tool.get("annotations") {
        None => subject.report(Rule::AnnotationsMissing, ""),
        Some(Value::Object(annotations)) => check_annotations(annotations, subject),
        Some(_) => {
            subject.report(Rule::AnnotationsType, "/annotations");
            subject.report(Rule::AnnotationsMissing, "");
        }
    }
    if tool.get("_meta").is_some_and(|meta| !meta.is_object()) {
        subject.report(Rule::MetaType, "/_meta");
    }
    if let Some(execution) = tool.get("execution") {
        check_execution(execution, subject);
    }
}

fn check_annotations(annotations: &Map<String, Value>, subject: &mut Subject<'_, '_>) {
    for (key, value) in annotations {
        let pointer = format!("/annotations/{}", escape(key));
        if HINTS.contains(&key.as_str()) {
            if !value.is_boolean() {
                subject.report(Rule::AnnotationsType, pointer);
            }
        } else if key == "title" {
            if !value.is_string() {
                subject.report(Rule::AnnotationsType, pointer);
            }
        } else {
            subject.report_found(Rule::AnnotationsUnknown, pointer, quoted(key));
        }
    }
    let read_only = annotations.get("readOnlyHint");
    let destructive = annotations.get("destructiveHint");
    if read_only.is_none() || destructive.is_none() {
        subject.report(Rule::AnnotationsMissing, "");
    }
    if read_only == Some(&Value::Bool(true)) && destructive == Some(&Value::Bool(true)) {
        subject.report(Rule::AnnotationsConflict, "/annotations");
    }
}

fn check_execution(execution: &Value, subject: &mut Subject<'_, '_>) {
    subject.report(Rule::ExecutionVersion, "/execution");
    let is_known = |support: &Value| {
        support.as_str().is_some_and(|s| ["forbidden", "optional", "required"].contains(&s))
    };
    if !execution.is_object() || !execution.get("taskSupport").is_none_or(is_known) {
        subject.report(Rule::ExecutionTask, "/execution");
    }
}
