use mcp_runtime::tool;

#[tool(timeout = "0s")]
fn list() {}

fn main() {}
