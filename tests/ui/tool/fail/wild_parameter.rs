use mcp_runtime::tool;

#[tool]
fn ignore(_: String) {}

fn main() {}
