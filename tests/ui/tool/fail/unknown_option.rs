use mcp_runtime::tool;

#[tool(readonly)]
fn list() {}

fn main() {}
