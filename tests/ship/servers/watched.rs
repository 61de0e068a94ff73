//! A server for `dev --watch`, with a call that is short and one that is long.

use std::time::Duration;

use mcp_runtime::{Progress, Result, server, tool};

#[tool(read_only)]
fn add(a: f64, b: f64) -> f64 {
    a + b
}

/// Counts for ten milliseconds each, and reports each.
#[tool(read_only)]
async fn count(to: u32, progress: Progress) -> u32 {
    for number in 0..to {
        progress.report(number).await;
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    to
}

fn main() -> Result<()> {
    let server = server!().subcommands([mcp_runtime_ship::page::dev()]);
    server.tool::<add>().tool::<count>().run()
}
