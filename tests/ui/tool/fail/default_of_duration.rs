use mcp_runtime::tool;
use std::time::Duration;

#[tool]
fn wait(
    #[arg(humantime, default = 30)] short: Duration,
    #[arg(seconds, default = "1h")] long: Duration,
    #[arg(humantime, default = "1 hoor")] longer: Duration,
) {
}

fn main() {}
