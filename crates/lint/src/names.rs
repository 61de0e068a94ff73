//! Names of tools, prompts and the like.

use std::collections::HashSet;

use serde_json::Value;

use super::Rule;
use super::findings::{Findings, Subject};
use super::json::{quoted, text};

const LONG: usize = 40;
const PROVIDERS: usize = 64;
const CURSOR: usize = 60;

/// Whether a name consists of ASCII letters, digits and `extra`, up to `longest` of them.
pub(super) fn is_name(name: &str, extra: &[u8], longest: usize) -> bool {
    (1..=longest).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || extra.contains(&byte))
}

/// The subject of findings about a tool.
pub(super) fn subject(name: &str) -> String {
    format!("tool `{name}`")
}

/// Checks the name of one tool.
pub(super) fn check(name: &str, subject: &mut Subject<'_, '_>) {
    let length = name.chars().count();
    let with_length = || format!("{} has {length} characters", quoted(name));
    if name.starts_with("r#") {
        subject.report_found(Rule::NameRawIdent, "/name", quoted(name));
    } else if !is_name(name, b"_-", PROVIDERS) {
        subject.report_found(Rule::NamePattern, "/name", with_length());
    }
    if !is_name(name, b"_.-", 128) {
        subject.report(Rule::NameSpec, "/name");
    }
    if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        subject.report(Rule::NameStart, "/name");
    }
    let server = subject.lint().server_name.as_ref().map(|server| server.chars().count());
    match server {
        Some(server) => check_prefixed(server, length, subject),
        None if (LONG + 1..=PROVIDERS).contains(&length) => {
            subject.report_found(Rule::NameLong, "/name", with_length());
        }
        None => {}
    }
}

/// Clients put the server's name in front: `mcp__SERVER__NAME` or `SERVER:NAME`.
fn check_prefixed(server: usize, name: usize, subject: &mut Subject<'_, '_>) {
    if "mcp__".len() + server + "__".len() + name > PROVIDERS {
        subject.report(Rule::NamePrefixed64, "/name");
    }
    if server + ":".len() + name > CURSOR {
        subject.report(Rule::NamePrefixed60, "/name");
    }
}

/// Checks that the names of tools differ, by more than case.
pub(super) fn check_distinct(entries: &[&Value], findings: &mut Findings<'_>) {
    let mut exact = HashSet::new();
    let mut folded = HashSet::new();
    for name in entries.iter().filter_map(|tool| text(tool.get("name"))) {
        let is_new = exact.insert(name);
        let is_new_without_case = folded.insert(name.to_lowercase());
        let mut subject = findings.about(subject(name));
        if !is_new {
            subject.report(Rule::NameDuplicate, "/name");
        } else if !is_new_without_case {
            subject.report(Rule::NameCaseCollision, "/name");
        }
    }
}
