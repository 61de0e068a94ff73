//! The table, from the type corpus of the lint.

use serde::Deserialize;
use serde_json::{Map, Value};

/// One Rust shape.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) compile_error: bool,
    pub(super) want: Value,
    pub(super) want_output: Option<Value>,
    pub(super) want_legacy: Option<Value>,
    #[serde(default)]
    pub(super) defs: Map<String, Value>,
    pub(super) defs_output: Option<Map<String, Value>>,
    pub(super) required: Option<bool>,
    pub(super) accepts: Vec<Value>,
    pub(super) rejects: Vec<Value>,
    #[serde(default)]
    pub(super) lenient: Vec<Value>,
    #[serde(default)]
    pub(super) beyond: Vec<Value>,
    #[serde(default)]
    pub(super) schema_misses: Vec<Value>,
    #[serde(default)]
    pub(super) whole: bool,
}

pub(super) fn all() -> Vec<Row> {
    let lines = include_str!("../../data/lint/types.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("a row")).collect()
}

pub(super) fn row(id: &str) -> Row {
    all().into_iter().find(|row| row.id == id).expect("a row of this id")
}
