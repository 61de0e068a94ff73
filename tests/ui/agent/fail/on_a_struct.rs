use mcp_runtime::acp::agent;

#[agent]
struct Coder;

fn main() {}
