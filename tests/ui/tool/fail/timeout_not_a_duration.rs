use mcp_runtime::tool;

#[tool(timeout = "30 parsecs")]
fn list() {}

fn main() {}
