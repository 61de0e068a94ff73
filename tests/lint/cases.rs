//! Every case gives the findings that were recorded for it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use mcp_runtime_lint::{Level, Report, Rule};
use serde::Deserialize;

use super::case::{cases, data};

/// So that no case is lost unnoticed.
const COUNT: usize = 223;

#[derive(Debug, PartialEq, Deserialize)]
struct Expectation {
    tokens: usize,
    /// Each as "LEVEL RULE SUBJECT POINTER".
    findings: BTreeSet<String>,
}

impl From<Report> for Expectation {
    fn from(report: Report) -> Self {
        let line = |finding: &mcp_runtime_lint::Finding| {
            let level = finding.level;
            let rule = finding.rule;
            format!("{level} {rule} {} {}", finding.subject, finding.pointer)
        };
        Self { tokens: report.tokens, findings: report.findings.iter().map(line).collect() }
    }
}

#[test]
fn every_case_gives_the_recorded_findings() {
    let text = fs::read_to_string(data().join("expected.json")).unwrap();
    let mut expected: BTreeMap<String, Expectation> = serde_json::from_str(&text).unwrap();
    let cases = cases();
    assert_eq!(cases.len(), COUNT);
    for (name, case) in cases {
        let expected = expected.remove(&name).unwrap_or_else(|| panic!("{name} is not recorded"));
        assert_eq!(Expectation::from(case.check()), expected, "{name}");
    }
    assert!(expected.is_empty(), "recorded, but not there: {expected:?}");
}

#[test]
fn every_case_gives_the_rules_it_names() {
    for (name, case) in cases() {
        let report = case.check();
        let rules = |is_info: bool| {
            let findings =
                report.findings.iter().filter(|finding| (finding.level == Level::Info) == is_info);
            findings.map(|finding| finding.rule.id().to_owned()).collect::<BTreeSet<_>>()
        };
        assert_eq!(rules(false), case.expect, "{name}");
        assert!(rules(true).is_superset(&case.info), "{name}: {:?}", rules(true));
    }
}

#[test]
fn every_rule_is_broken_by_some_case() {
    let reports: Vec<_> = cases().iter().map(|(_, case)| case.check()).collect();
    let is_broken = |rule: &Rule| {
        reports.iter().flat_map(|report| &report.findings).any(|finding| finding.rule == *rule)
    };
    let unbroken: Vec<_> = Rule::ALL.iter().filter(|rule| !is_broken(rule)).collect();
    assert!(unbroken.is_empty(), "{unbroken:?}");
}
