//! The schemas that are tried.

use serde_json::Value;

/// The cases that were given, and our own.
pub(crate) fn cases() -> Vec<Value> {
    let text = [include_str!("given.jsonl"), include_str!("own.jsonl")];
    let cases: Vec<Value> = text
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(cases.len(), 40 + 58);
    cases
}

/// The name of a case.
pub(crate) fn name(case: &Value) -> &str {
    case["case"].as_str().unwrap()
}
