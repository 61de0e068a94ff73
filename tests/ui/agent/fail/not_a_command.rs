use mcp_runtime_acp::{AgentServer, agent};
use mcp_runtime::server;

#[agent]
async fn idle() {}

fn main() {
    server!().agent::<idle>().command::<idle>();
}
