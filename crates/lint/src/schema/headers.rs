//! `x-mcp-header`: arguments that clients repeat in an HTTP header.
//!
//! <https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header>

use std::collections::HashSet;

use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;
use mcp_runtime_schema::mirrored::{KEYWORD, is_token};

use super::node::SchemaNode;
use super::structure::SAFE;

const SECRETS: [&str; 8] =
    ["passw", "secret", "token", "apikey", "api_key", "credential", "ssn", "private"];

/// Checks the headers of one schema.
pub(super) fn check(nodes: &[SchemaNode<'_>], subject: &mut Subject<'_, '_>) {
    let mut seen = HashSet::new();
    for node in nodes {
        let Some(header) = node.get(KEYWORD) else {
            continue;
        };
        if !node.is_input() {
            subject.report(Rule::HeaderOutput, node.at(KEYWORD));
            continue;
        }
        match header.as_str().filter(|header| is_token(header)) {
            None => {
                subject.report_found(Rule::HeaderValue, node.at(KEYWORD), header.to_string());
            }
            Some(header) => {
                if !seen.insert(header.to_ascii_lowercase()) {
                    subject.report_found(Rule::HeaderDuplicate, node.at(KEYWORD), header);
                }
            }
        }
        check_place(node, subject);
        check_secret(header, node, subject);
    }
}

fn check_place(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    let rule = match node.get("type").and_then(Value::as_str) {
        _ if !node.is_reachable || node.is_root() => Rule::HeaderReach,
        Some("integer") if !is_safe(node.get("minimum")) || !is_safe(node.get("maximum")) => {
            Rule::HeaderRange
        }
        Some("string" | "integer" | "boolean") => return,
        _ => Rule::HeaderType,
    };
    subject.report(rule, node.at(KEYWORD));
}

fn check_secret(header: &Value, node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    let words = format!("{} {header}", node.property).to_lowercase();
    if SECRETS.iter().any(|secret| words.contains(secret)) {
        subject.report(Rule::HeaderSecret, node.at(KEYWORD));
    }
}

fn is_safe(bound: Option<&Value>) -> bool {
    bound.and_then(Value::as_i64).is_some_and(|bound| bound.unsigned_abs() <= SAFE)
}
