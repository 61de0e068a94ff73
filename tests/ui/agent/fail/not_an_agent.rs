use mcp_runtime::{server, tool};
use mcp_runtime_acp::AgentServer;

#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    server!().agent::<add>();
}
