//! Results of list requests, as a whole.

use serde_json::Value;

use super::findings::Findings;
use super::listing::WholeList;
use super::{Listing, Rule};

const LISTS: [(&str, &str); 4] = [
    ("tools", "tools/list"),
    ("prompts", "prompts/list"),
    ("resources", "resources/list"),
    ("resourceTemplates", "resources/templates/list"),
];

/// Checks that there are lists, their size, and each page.
pub(super) fn check(listing: &Listing, findings: &mut Findings<'_>) {
    check_presence(listing, findings);
    let tools = listing.list("tools");
    check_count(&tools, findings);
    let without_initialize = listing.discover.is_some() && listing.initialize.is_none();
    for page in &listing.pages {
        check_cursor(page, findings);
        check_cache_fields(page, without_initialize, findings);
    }
}

fn check_presence(listing: &Listing, findings: &mut Findings<'_>) {
    let mut is_empty = listing.initialize.is_none() && listing.discover.is_none();
    for (field, method) in LISTS {
        match listing.list(field) {
            WholeList::Absent => continue,
            WholeList::Malformed => {
                let mut subject = findings.about(method);
                subject.report_found(Rule::ListShape, format!("/{field}"), "it is not an array");
            }
            WholeList::Entries(_) => {}
        }
        is_empty = false;
    }
    if is_empty {
        findings.about("tools/list").report_found(Rule::ListShape, "", "the list is missing");
    }
}

fn check_count(tools: &WholeList<'_>, findings: &mut Findings<'_>) {
    let mut subject = findings.about("tools/list");
    let count = tools.entries().len();
    let rule = match count {
        129.. => Rule::ListCount128,
        81.. => Rule::ListCount80,
        41.. => Rule::ListCount40,
        0 if !matches!(tools, WholeList::Absent) => Rule::ListEmpty,
        _ => return,
    };
    subject.report_found(rule, "/tools", format!("{count} tools"));
}

fn check_cursor(page: &Value, findings: &mut Findings<'_>) {
    let mut subject = findings.about(method_of(page));
    match page.get("nextCursor") {
        None => {}
        Some(Value::String(cursor)) if !cursor.is_empty() => {}
        Some(Value::String(_)) => subject.report(Rule::ListCursorEmpty, "/nextCursor"),
        Some(_) => subject.report(Rule::ListCursor, "/nextCursor"),
    }
}

fn check_cache_fields(page: &Value, without_initialize: bool, findings: &mut Findings<'_>) {
    let mut subject = findings.about(method_of(page));
    let is_modern = match subject.lint().revision {
        Some(revision) => revision.is_modern(),
        None => without_initialize || page.get("resultType").is_some(),
    };
    if !is_modern {
        return;
    }
    let is_scope = |scope: &Value| scope == "public" || scope == "private";
    let fields = [
        ("resultType", page.get("resultType").is_some_and(Value::is_string)),
        ("cacheScope", page.get("cacheScope").is_some_and(is_scope)),
        ("ttlMs", page.get("ttlMs").is_some_and(Value::is_u64)),
    ];
    for (field, is_valid) in fields {
        if !is_valid {
            let value = page.get(field).map_or("missing".to_owned(), Value::to_string);
            let found = format!("{field} is {value}");
            subject.report_found(Rule::ListCacheFields, format!("/{field}"), found);
        }
    }
}

fn method_of(page: &Value) -> &'static str {
    let holds = |(field, _): &&(&str, &str)| page.get(field).is_some();
    LISTS.iter().find(holds).map_or("list", |(_, method)| method)
}
