//! The cost of the tools in every request.

use serde_json::{Map, Value};

use super::Rule;
use super::findings::{Findings, Subject};

const LARGE_TOOL: usize = 2000;

/// Checks one tool and gives its cost.
pub(super) fn check_tool(tool: &Map<String, Value>, subject: &mut Subject<'_, '_>) -> usize {
    let cost = tokens(tool);
    if cost > LARGE_TOOL {
        subject.report_found(Rule::TokensTool, "", format!("it costs about {cost} tokens"));
    }
    cost
}

/// Checks the cost of all tools against the budget.
pub(super) fn check_total(tokens: usize, findings: &mut Findings<'_>) {
    let mut subject = findings.about("tools/list");
    match subject.lint().budget {
        Some(budget) if tokens > budget => {
            let found = format!("about {tokens} tokens, with a budget of {budget}");
            subject.report_found(Rule::TokensBudget, "/tools", found);
        }
        Some(_) | None => {}
    }
}

/// Four characters are about one token.
fn tokens(tool: &Map<String, Value>) -> usize {
    const SENT: [&str; 3] = ["name", "description", "inputSchema"];
    let members = SENT.iter().filter_map(|key| Some(((*key).to_owned(), tool.get(*key)?.clone())));
    Value::Object(members.collect()).to_string().chars().count().div_ceil(4)
}
