//! The smallest server: one tool.

use mcp_runtime::{server, tool};

/// Adds two numbers.
#[tool(pure)]
fn add(
    /// First addend.
    a: i64,
    /// Second addend.
    b: i64,
) -> i64 {
    a + b
}

fn main() -> mcp_runtime::Result<()> {
    server!().tool::<add>().run()
}
