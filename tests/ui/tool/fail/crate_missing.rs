use mcp_runtime::tool;

#[tool(crate = ::mcp)]
fn list() {}

fn main() {}
