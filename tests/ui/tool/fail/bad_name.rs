use mcp_runtime::tool;

#[tool(name = "list all")]
fn list() {}

#[tool]
fn größe() {}

fn main() {}
