//! Prompts and their arguments.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::findings::{Findings, Subject};
use super::json::text;
use super::{Listing, Rule, icons, names};

/// Checks all prompts.
pub(super) fn check(listing: &Listing, findings: &mut Findings<'_>) {
    let mut seen = HashSet::new();
    for (index, prompt) in listing.list("prompts").entries().iter().enumerate() {
        let (Some(prompt), Some(name)) = (prompt.as_object(), text(prompt.get("name"))) else {
            findings.about(format!("prompts[{index}]")).report(Rule::PromptShape, "");
            continue;
        };
        let mut subject = findings.about(format!("prompt `{name}`"));
        if !seen.insert(name) {
            subject.report(Rule::PromptDuplicate, "");
        }
        check_prompt(prompt, name, &mut subject);
    }
}

fn check_prompt(prompt: &Map<String, Value>, name: &str, subject: &mut Subject<'_, '_>) {
    if !names::is_name(name, b"_.-", 64) {
        subject.report(Rule::PromptName, "/name");
    }
    if text(prompt.get("description")).is_none() {
        subject.report(Rule::PromptDesc, "");
    }
    icons::check(prompt, subject);
    match prompt.get("arguments") {
        None => {}
        Some(Value::Array(arguments)) => check_arguments(arguments, subject),
        Some(_) => subject.report(Rule::PromptShape, "/arguments"),
    }
}

fn check_arguments(arguments: &[Value], subject: &mut Subject<'_, '_>) {
    let mut seen = HashSet::new();
    for (index, argument) in arguments.iter().enumerate() {
        let pointer = format!("/arguments/{index}");
        let is_required_known = argument.get("required").is_none_or(Value::is_boolean);
        match argument.get("name").and_then(Value::as_str) {
            Some(name) if is_required_known => {
                if !seen.insert(name) {
                    subject.report(Rule::PromptDuplicate, &pointer);
                }
                if text(argument.get("description")).is_none() {
                    subject.report(Rule::PromptDesc, &pointer);
                }
            }
            Some(_) | None => subject.report(Rule::PromptShape, pointer),
        }
    }
}
