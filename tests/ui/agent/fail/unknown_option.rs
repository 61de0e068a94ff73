use mcp_runtime_acp::agent;

#[agent(name = "coder", timeuot = "1m")]
async fn coder() {}

fn main() {}
