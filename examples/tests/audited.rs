//! Middleware that writes calls down, and refuses some.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::{Program, Ran, objections};

const AUDITED: &str = env!("CARGO_BIN_EXE_audited");

/// A file for the lines of one test.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Runs the program with an audit log.
fn run(audit: &Path, arguments: &[&str]) -> Ran {
    let audit = ["--audit", audit.to_str().unwrap()];
    Program::new(AUDITED).run(&[&audit, arguments].concat())
}

/// The tools that were called, and how that ended.
fn calls(audit: &Path) -> Vec<(String, String)> {
    let lines = fs::read_to_string(audit).unwrap();
    let call = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["at"].is_string() && line["ms"].is_u64(), "{line}");
        assert!(line["caller"].is_string(), "{line}");
        let text = |key: &str| line[key].as_str().unwrap().to_owned();
        (text("tool"), text("outcome"))
    };
    lines.lines().map(call).collect()
}

#[test]
fn each_call_is_written_down_with_its_outcome() {
    let audit = fresh("audited-calls.jsonl");
    assert!(run(&audit, &["call", "stock"]).stdout.contains("pen"));
    assert_eq!(run(&audit, &["call", "take", "item=pen"]).stdout, "11\n");
    assert_eq!(run(&audit, &["call", "take", "item=pen", "count=13"]).status, 1);
    assert_eq!(run(&audit, &["call", "burn"]).status, 1);
    assert_eq!(run(&audit, &["list"]).status, 0);
    let expected = [("stock", "done"), ("take", "done"), ("take", "failed"), ("burn", "refused")];
    assert_eq!(calls(&audit), expected.map(|(tool, how)| (tool.to_owned(), how.to_owned())));
}

#[test]
fn what_is_not_allowed_is_refused_and_written_down() {
    let audit = fresh("audited-allowed.jsonl");
    let allow_stock =
        |arguments: &[&str]| run(&audit, &[&["--allow", "stock"], arguments].concat());
    let refused = allow_stock(&["call", "take", "item=pen"]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.stderr.contains("`take` may not be called here, only stock"),
        "{}",
        refused.stderr
    );
    assert_eq!(allow_stock(&["call", "stock"]).status, 0);
    assert!(allow_stock(&["list"]).stdout.contains("take"), "it is listed");
    let expected = [("take", "refused"), ("stock", "done")];
    assert_eq!(calls(&audit), expected.map(|(tool, how)| (tool.to_owned(), how.to_owned())));
}

#[test]
fn clients_over_pipes_are_written_down_by_their_names() {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "agent", "version": "1"},
    });
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "stock", "arguments": {}, "_meta": meta},
    });
    let ran = Program::new(AUDITED).feed(&[], &format!("{call}\n"));
    // Without a file, the lines are on standard error.
    let line: Value = serde_json::from_str(ran.stderr.lines().next().unwrap()).unwrap();
    assert_eq!((&line["caller"], &line["outcome"]), (&json!("agent"), &json!("done")));
}

#[test]
fn nobody_objects() {
    assert_eq!(objections(&Program::new(AUDITED)), []);
}
