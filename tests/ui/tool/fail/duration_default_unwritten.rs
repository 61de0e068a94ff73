use mcp_runtime::tool;
use std::time::Duration;

#[tool]
fn wait(#[arg(default = "1h")] long: Duration, #[arg(default = 30)] short: Duration) {}

fn main() {}
