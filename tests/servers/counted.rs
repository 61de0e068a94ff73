//! A server whose calls end in every way, to be counted: as a command.

use std::future::pending;

use mcp_runtime::{Result, server, tool};
use mcp_runtime_observe::Observe;

/// Adds two numbers.
#[tool(read_only)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Adds two numbers a little later.
#[tool(read_only)]
async fn add_later(a: i64, b: i64) -> i64 {
    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    a + b
}

/// Fails.
#[tool]
fn fail() -> std::result::Result<(), String> {
    Err("as it should".to_owned())
}

/// Panics.
#[tool]
async fn panic() {
    panic!("as it should")
}

/// Never ends, and is given up.
#[tool(timeout = "10ms")]
async fn patient() {
    pending().await
}

fn main() -> Result<()> {
    server!()
        .tool::<add>()
        .tool::<add_later>()
        .tool::<fail>()
        .tool::<panic>()
        .tool::<patient>()
        .observe()
        .run()
}
