//! Tools, one after the other.

use serde_json::{Map, Value};

use super::findings::{Findings, Subject};
use super::{Listing, Rule, annotations, budget, descriptions, icons, json, names, schema};

/// Checks all tools and returns about how many tokens they cost.
pub(super) fn check(listing: &Listing, findings: &mut Findings<'_>) -> usize {
    let tools = listing.list("tools");
    let mut tokens = 0;
    for (index, tool) in tools.entries().iter().enumerate() {
        let name = json::text(tool.get("name"));
        let mut subject = findings.about(name.map_or(format!("tools[{index}]"), names::subject));
        match tool.as_object() {
            Some(tool) => tokens += check_tool(tool, name, &mut subject),
            None => subject.report_found(Rule::ListShape, "", "the tool is not an object"),
        }
    }
    names::check_distinct(tools.entries(), findings);
    tokens
}

fn check_tool(
    tool: &Map<String, Value>,
    name: Option<&str>,
    subject: &mut Subject<'_, '_>,
) -> usize {
    match name {
        Some(name) => names::check(name, subject),
        None => subject.report(Rule::NameMissing, "/name"),
    }
    descriptions::check(tool, subject);
    annotations::check(tool, subject);
    icons::check(tool, subject);
    schema::check_input(tool.get("inputSchema"), subject);
    schema::check_output(tool.get("outputSchema"), subject);
    budget::check_tool(tool, subject)
}
