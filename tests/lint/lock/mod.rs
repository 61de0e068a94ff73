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
