use mcp_runtime::tool;

#[tool(read_only, destructive)]
fn list() {}

fn main() {}
