//! The cases, and what their expectations mean.

use std::sync::LazyLock;

use mcp_test_support::fits::Bound;
use serde_json::Value;

/// A case as it is written.
pub(super) struct Case {
    pub(super) id: String,
    pub(super) era: String,
    send: Value,
    expect: Value,
}

impl Case {
    /// The messages, with what is expected of each.
    pub(super) fn steps(&self) -> Vec<(&Value, &Value)> {
        match (&self.send, &self.expect) {
            (Value::Array(messages), Value::Array(answers)) => {
                assert_eq!(messages.len(), answers.len(), "{}", self.id);
                messages.iter().zip(answers).collect()
            }
            (message, answer) => vec![(message, answer)],
        }
    }
}

static FILE: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../data/extensions/tasks-cases.json");
    serde_json::from_str(text).unwrap()
});

/// All cases.
pub(super) fn cases() -> Vec<Case> {
    let case = |case: &Value| Case {
        id: case["id"].as_str().unwrap().to_owned(),
        era: case["era"].as_str().unwrap().to_owned(),
        send: case["send"].clone(),
        expect: case["expect"].clone(),
    };
    FILE["cases"].as_array().unwrap().iter().map(case).collect()
}

/// The `_meta` that has a name in the cases.
pub(super) fn meta(name: &str) -> Value {
    let meta = FILE["meta"][name].clone();
    assert!(meta.is_object(), "{name}");
    meta
}

/// A text of a case with what it stands for.
pub(super) fn filled(value: &Value, bound: &Bound) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) => bound.get(name).cloned().unwrap_or_else(|| meta(name)),
            None => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| filled(item, bound)).collect(),
        Value::Object(members) => {
            let key = |key: &str| match key.strip_prefix('$').and_then(|name| bound.get(name)) {
                Some(found) => found.as_str().unwrap().to_owned(),
                None => key.to_owned(),
            };
            members.iter().map(|(name, value)| (key(name), filled(value, bound))).collect()
        }
        _ => value.clone(),
    }
}
