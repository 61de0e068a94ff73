use mcp_runtime_acp::agent;

#[agent]
struct Coder;

fn main() {}
