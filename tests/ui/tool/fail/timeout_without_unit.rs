use mcp_runtime::tool;

#[tool(timeout = 30)]
fn slow() {}

fn main() {}
