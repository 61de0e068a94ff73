//! Locks: which changes are seen, what they are called, and who holds a server to them.

mod command;
mod pins;
mod rules;
mod schemas;
mod witnesses;

use mcp_runtime_lint::lock::Lock;
use mcp_runtime_testing::json;
use serde_json::Value;

/// A lock of a server with one tool, `t`.
fn lock(tool: &Value) -> Lock {
    let lock = json!({
        "lock": 1,
        "server": {"name": "notes", "version": "1.0.0"},
        "tools": {"t": tool},
    });
    Lock::parse(&lock.to_string()).unwrap()
}

/// `tests/data/kept/notes.lock` was written at b413539e.
#[test]
fn a_lock_of_an_earlier_version_is_read_and_written_as_it_was() {
    let kept = include_str!("../../data/kept/notes.lock");
    let lock = Lock::parse(kept).unwrap();
    let path = std::env::temp_dir().join(format!("kept-{}.lock", std::process::id()));
    lock.write(&path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), kept);
    std::fs::remove_file(path).unwrap();
    assert!(lock.compare(&Lock::parse(kept).unwrap()).changes.is_empty());
}
