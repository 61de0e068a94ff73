//! How much memory a lock takes: nothing of it is copied for each place where it is used.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;

use mcp_runtime_codegen::{Options, client};
use serde_json::{Map, Value, json};

/// What the locks have about, and what the whole process may take.
const LOCK_BYTES: usize = 2 << 20;
const MAX_KIB: u64 = 256 << 10;

/// What a lock has much of, and its schema.
type Case = (&'static str, fn() -> Value);

/// All types.
const KINDS: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/// The most memory that this process had.
fn peak_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Members that take so many bytes.
fn members(bytes: usize) -> Map<String, Value> {
    let row = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let each = row.to_string().len() + 12;
    (0..bytes / each).map(|at| (format!("m{at}"), row.clone())).collect()
}

fn large() -> Map<String, Value> {
    members(LOCK_BYTES)
}

fn forms() -> Vec<Value> {
    let form = |at: usize| {
        let name = format!("f{at}");
        json!({ "type": "object", "properties": { &name: {} }, "required": [name] })
    };
    (0..60).map(form).collect()
}

fn nested() -> Value {
    let inner = json!({ "type": KINDS, "properties": large() });
    (0..30).fold(inner, |inner, _| json!({ "type": KINDS, "items": inner, "properties": {} }))
}

fn references() -> Value {
    let one = |at: usize| json!({ "$ref": "#/$defs/Large", "title": at.to_string() });
    let all: Vec<Value> = (0..60).map(one).collect();
    let large = json!({ "type": KINDS, "properties": large() });
    json!({ "properties": { "a": { "anyOf": all } }, "$defs": { "Large": large } })
}

#[test]
fn a_lock_takes_no_more_memory_than_a_multiple_of_its_size() {
    let cases: [Case; 8] = [
        ("definitions beside types", || json!({ "type": KINDS, "$defs": large() })),
        (
            "definitions beside forms",
            || json!({ "properties": { "a": {} }, "oneOf": forms(), "$defs": large() }),
        ),
        ("definitions beside parts", || json!({ "allOf": forms(), "$defs": large() })),
        ("definitions in a form", || {
            let form = json!({ "type": "object", "required": ["a"], "definitions": large() });
            json!({ "properties": { "a": {} }, "anyOf": [form, { "type": "null" }] })
        }),
        ("types in types", nested),
        ("members beside forms", || json!({ "properties": large(), "oneOf": forms() })),
        ("forms of one definition", references),
        ("text beside forms", || {
            let long = json!({ "description": "a".repeat(LOCK_BYTES) });
            json!({ "properties": { "a": long }, "oneOf": forms() })
        }),
    ];
    for (what, schema) in cases {
        let document = json!({ "lock": 1, "server": {}, "tools": { "x": { "input": schema() } } });
        let lock = { document }.to_string();
        let text = client(&lock, &Options::new("notes.lock"));
        let peak = peak_kib();
        println!("{what}: {peak} KiB, {:?}", text.map(|text| text.len()));
        assert!(peak < MAX_KIB, "{what}: {peak} KiB");
    }
}
