//! Titles and descriptions of tools.

use serde_json::{Map, Value};

use super::Rule;
use super::findings::Subject;
use super::json::{is_not_string, text};

/// Checks the title and the description of one tool.
pub(super) fn check(tool: &Map<String, Value>, subject: &mut Subject<'_, '_>) {
    for key in ["title", "description"] {
        if is_not_string(tool.get(key)) {
            subject.report(Rule::DescType, format!("/{key}"));
        }
    }
    check_title(tool, subject);
    match tool.get("description") {
        Some(Value::String(description)) if !description.trim().is_empty() => {
            check_length(description, subject);
        }
        None | Some(Value::String(_) | Value::Null) => subject.report(Rule::DescMissing, ""),
        Some(_) => {}
    }
}

fn check_title(tool: &Map<String, Value>, subject: &mut Subject<'_, '_>) {
    let annotated = tool.get("annotations").and_then(|annotations| annotations.get("title"));
    if text(tool.get("title")).or(text(annotated)).is_none() {
        subject.report(Rule::TitleMissing, "");
    }
}

fn check_length(description: &str, subject: &mut Subject<'_, '_>) {
    let length = description.chars().count();
    for (longest, rule) in [(2048, Rule::DescOver2k), (1024, Rule::DescOver1024)] {
        if length > longest {
            subject.report_found(rule, "/description", format!("it has {length} characters"));
        }
    }
}
