use mcp_runtime_acp::{agent, command};

#[agent(crate = ::mcp_runtime)]
async fn assistant() {}

#[command(crate = ::mcp_runtime)]
async fn plan(text: String) -> String {
    text
}

fn main() {}
