//! The locks of the other tests.
//!
//! `MCP_WRITE=1 cargo test -p mcp-typed-tests --test locks` writes them anew.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::path::Path;
use std::{env, fs};

use mcp_runtime_lint::lock::Lock;
use serde_json::{Value, json};

mod store;

/// The rows of what becomes of types of Rust as schemas.
const TYPES: &str = include_str!("../../data/lint/types.jsonl");

#[test]
fn the_locks_are_those_of_the_servers() {
    let server = store::server().build().unwrap();
    check("notes", &Lock::of(&server.offers()));
    let server = store::shelf().build().unwrap();
    check("shelf", &Lock::of(&server.offers()));
}

#[test]
fn the_lock_of_types_has_all_schemas() {
    let mut lock =
        json!({ "lock": 1, "server": { "name": "types", "version": "1.0.0" }, "tools": {} });
    for row in TYPES.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let member = |schema: &Value| {
            let properties = json!({ "x": schema });
            let definitions = &row["defs"];
            let mut document =
                json!({ "type": "object", "properties": properties, "required": ["x"] });
            if definitions.is_object() {
                document["$defs"] = definitions.clone();
            }
            document
        };
        let input = &row["want"];
        let output = &row["want_output"];
        if input.is_object() {
            let output = if output.is_object() { output } else { input };
            let id = row["id"].as_str().unwrap();
            lock["tools"][id] = json!({ "input": member(input), "output": member(output) });
        }
    }
    assert_eq!(lock["tools"].as_object().unwrap().len(), 211);
    check("types", &Lock::parse(&lock.to_string()).unwrap());
}

fn check(name: &str, lock: &Lock) {
    let lock = lock.to_string();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/locks/{name}.lock"));
    if env::var_os("MCP_WRITE").is_some() {
        fs::write(&path, &lock).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), lock);
}
