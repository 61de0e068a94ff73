//! Which rules are checked, and how strictly.

use std::collections::BTreeMap;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_lint::{Level, Lint, Listing, Rule, Target};
use serde_json::{Value, json};

use super::tool_with;

fn levels(lint: &Lint, property: &Value) -> BTreeMap<&'static str, Level> {
    let listing = Listing::new().page(json!({"tools": [tool_with(property)]}));
    let findings = lint.check(&listing).findings;
    findings.iter().map(|finding| (finding.rule.id(), finding.level)).collect()
}

fn uuid() -> Value {
    json!({"type": "string", "format": "uuid", "description": "An identifier."})
}

#[test]
fn a_target_enforces_its_own_rules() {
    let rule = Rule::FormatGemini.id();
    assert_eq!(levels(&Lint::ordinary(), &uuid()), [(rule, Level::Info)].into());
    assert_eq!(
        levels(&Lint::for_targets([Target::Gemini]), &uuid()),
        [(rule, Level::Error)].into()
    );
    assert_eq!(levels(&Lint::for_targets([Target::Cursor]), &uuid()), [].into());
    assert_eq!(levels(&Lint::new(), &uuid()), [(rule, Level::Error)].into());
}

#[test]
fn strict_mode_has_to_be_asked_for() {
    let rule = Rule::OpenAiStrict.id();
    assert!(!levels(&Lint::new(), &uuid()).contains_key(rule));
    let strict = Lint::for_targets([Target::OpenAiStrict]);
    assert_eq!(levels(&strict, &uuid()), [(rule, Level::Error)].into());
}

#[test]
fn a_rule_can_be_ignored() {
    assert_eq!(levels(&Lint::new().ignore(Rule::FormatGemini), &uuid()), [].into());
}

#[test]
fn the_specification_stands_for_its_revisions() {
    let property = json!({"type": "number", "description": "A share.", "x-mcp-header": "Share"});
    let rule = Rule::HeaderType.id();
    for target in [Target::Spec, Target::Spec2026_07_28] {
        let levels = levels(&Lint::for_targets([target]), &property);
        assert_eq!(levels, [(rule, Level::Error)].into());
    }
    assert_eq!(levels(&Lint::for_targets([Target::Spec2025_06_18]), &property), [].into());
}

#[test]
fn a_revision_leaves_out_what_only_others_say() {
    let property = json!({"type": "number", "description": "A share.", "x-mcp-header": "Share"});
    let modern = Lint::ordinary().revision(ProtocolVersion::V2026_07_28);
    let legacy = Lint::ordinary().revision(ProtocolVersion::V2025_11_25);
    let has_header_rule = |lint| levels(lint, &property).contains_key(Rule::HeaderType.id());
    assert!(has_header_rule(&modern));
    assert!(!has_header_rule(&legacy));
}

#[test]
fn no_target_is_more_lenient_than_the_ordinary_path() {
    for rule in Rule::ALL {
        assert!(rule.enforced() >= rule.level(), "{rule}");
        assert!(!rule.targets().is_empty(), "{rule}");
        assert!(!rule.advice().ends_with('.'), "{rule}");
    }
}
