//! The cases that define each rule.

use serde::Deserialize;
use serde_json::Value;

use super::{Direction, compare};
use crate::lock::change::Changes;

const CASES: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/lock/cases.json"));

#[derive(Deserialize)]
struct Case {
    name: String,
    old: Value,
    new: Value,
    #[serde(rename = "in")]
    as_input: Expectation,
    #[serde(rename = "out")]
    as_output: Expectation,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Expectation {
    verdict: String,
    rules: Vec<String>,
}

#[test]
fn every_case_has_its_rules_and_its_verdict_in_both_directions() {
    let cases: Vec<Case> = serde_json::from_str(CASES).unwrap();
    assert!(cases.len() >= 52);
    for case in cases {
        for (direction, expected) in
            [(Direction::In, case.as_input), (Direction::Out, case.as_output)]
        {
            let mut changes = Changes::default();
            compare(&case.old, &case.new, "", direction, &mut changes);
            let verdict = changes
                .0
                .iter()
                .map(|change| change.level)
                .max()
                .map_or("same", |level| level.as_str())
                .to_owned();
            let mut rules: Vec<_> = changes.0.into_iter().map(|change| change.rule).collect();
            rules.sort();
            rules.dedup();
            assert_eq!(Expectation { verdict, rules }, expected, "{}", case.name);
        }
    }
}

#[test]
fn schemas_that_lead_in_circles_or_are_huge_end() {
    let mut changes = Changes::default();
    let chain = |width: usize| {
        let defs: serde_json::Map<_, _> = (0..400)
            .map(|index| {
                let next = format!("#/$defs/d{}", (index + 1) % 400);
                let properties: serde_json::Map<_, _> = (0..width)
                    .map(|name| (format!("p{name}"), serde_json::json!({"$ref": next})))
                    .collect();
                (format!("d{index}"), serde_json::json!({"properties": properties}))
            })
            .collect();
        serde_json::json!({"$ref": "#/$defs/d0", "$defs": defs})
    };
    compare(&chain(3), &chain(4), "", Direction::In, &mut changes);
    assert!(changes.0.iter().any(|change| change.rule == "in.unknown"));
    let circle = serde_json::json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}});
    compare(&circle, &serde_json::json!({}), "", Direction::In, &mut changes);
}
