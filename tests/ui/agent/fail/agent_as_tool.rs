use mcp_runtime_acp::{Turn, agent};
use mcp_runtime::server;

#[agent]
async fn coder(_turn: Turn) {}

fn main() {
    server!().tool::<coder>();
}
