//! What a report says, and how it reads.

use std::time::{Duration, Instant};

use mcp_runtime_lint::{Level, Lint, Listing, Rule};
use serde_json::json;

use super::tool_with;

fn broken() -> Listing {
    let mut tool = tool_with(&json!({"type": "integer", "format": "uint64"}));
    tool["name"] = json!("search notes");
    Listing::new().page(json!({"tools": [tool]}))
}

#[test]
fn a_clean_listing_gives_its_report_back() {
    let property = json!({"type": "string", "description": "Words to look for."});
    let listing = Listing::new().page(json!({"tools": [tool_with(&property)]}));
    let report = Lint::new().check(&listing).into_result().unwrap();
    assert_eq!(report.findings, []);
    assert!(report.tokens > 20, "{}", report.tokens);
}

#[test]
fn notes_are_not_a_failure() {
    let listing = Listing::new().page(json!({"tools": [tool_with(&json!({"type": "string"}))]}));
    let report = Lint::new().check(&listing).into_result().unwrap();
    assert_eq!(report.count(Level::Info), 1);
    assert_eq!(report.findings[0].rule, Rule::DescParamMissing);
}

#[test]
fn the_error_prints_one_line_for_each_error_and_warning_worst_first() {
    let error = Lint::ordinary().check(&broken()).into_result().unwrap_err();
    let text = "the lint found 1 error and 2 warnings\n\
        error: tool `search notes` /name: \"search notes\" has 12 characters; \
        use 1 to 64 characters of A-Z a-z 0-9 _ -; providers reject the whole request otherwise \
        [name.pattern: anthropic openai bedrock]\n\
        warning: tool `search notes` /name: use 1 to 128 characters of A-Z a-z 0-9 _ . -, \
        as the specification asks [name.spec: spec]\n\
        warning: tool `search notes` /inputSchema/properties/x/format: \"uint64\"; \
        leave the format out; validators that do not support it print a line for each use \
        [format.unknown: sdk]";
    assert_eq!(error.to_string(), text);
    assert_eq!(format!("{error:?}"), text);
    assert_eq!(error.report().count(Level::Info), 1);
}

#[test]
fn the_same_finding_is_reported_once() {
    let tool = &tool_with(&json!({"type": "array"}));
    let listing = Listing::new().page(json!({"tools": [tool, tool]}));
    let report = Lint::ordinary().check(&listing);
    let rules = report.findings.iter().map(|finding| finding.rule).collect::<Vec<_>>();
    let expected = [Rule::ArrayNoItems, Rule::NameDuplicate, Rule::DescParamMissing];
    assert_eq!(rules, expected);
}

#[test]
fn a_list_that_breaks_rules_everywhere_is_reported_in_seconds() {
    let tools = vec![json!({}); 50_000];
    let since = Instant::now();
    let report = Lint::ordinary().check(&Listing::new().page(json!({"tools": tools})));
    assert!(report.findings.len() > 100_000, "{}", report.findings.len());
    // To compare each finding with each other would take minutes.
    assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
}
