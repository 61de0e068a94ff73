//! The same list, asked for twice.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::findings::Findings;
use super::listing::WholeList;
use super::{Listing, Rule, names};

type RawTool = Map<String, Value>;

/// Checks that a second `tools/list` equals the first, in order too.
pub(super) fn check(listing: &Listing, findings: &mut Findings<'_>) {
    let again = listing.tools_again();
    if matches!(again, WholeList::Absent) {
        return;
    }
    let tools = listing.list("tools");
    let first: Vec<_> = tools.objects().collect();
    let again: Vec<_> = again.objects().collect();
    check_names(&first, &again, findings);
    let again = again.into_iter().map(|tool| (name(tool), tool)).collect::<HashMap<_, _>>();
    for tool in first {
        let Some(other) = again.get(name(tool)) else {
            continue;
        };
        let mut subject = findings.about(names::subject(name(tool)));
        if tool != *other {
            subject.report_found(Rule::ListChanged, "", "its definition differs between requests");
        } else if !is_same_order(tool, other) {
            let found = "the order of its members differs between requests";
            subject.report_found(Rule::ListOrder, "", found);
        }
    }
}

fn check_names(first: &[&RawTool], again: &[&RawTool], findings: &mut Findings<'_>) {
    let names =
        |tools: &[&RawTool]| tools.iter().map(|tool| name(tool).to_owned()).collect::<Vec<_>>();
    let first = names(first);
    let again = names(again);
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let mut subject = findings.about("tools/list");
    if sorted(first.clone()) != sorted(again.clone()) {
        let lost = first.iter().filter(|name| !again.contains(name));
        let gained = again.iter().filter(|name| !first.contains(name));
        let names = lost.chain(gained).cloned().collect::<Vec<_>>().join(", ");
        let found = format!("only in one of two lists: {names}");
        subject.report_found(Rule::ListChanged, "/tools", found);
    } else if first != again {
        subject.report(Rule::ListOrder, "/tools");
    }
}

fn name(tool: &RawTool) -> &str {
    tool.get("name").and_then(Value::as_str).unwrap_or_default()
}

/// Whether the order of members is the same: maps compare without order, their text does not.
fn is_same_order(tool: &RawTool, other: &RawTool) -> bool {
    let text = |tool: &RawTool| serde_json::to_string(tool).ok();
    text(tool) == text(other)
}
