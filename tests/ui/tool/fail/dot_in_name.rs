use mcp_runtime::tool;

#[tool(name = "admin.list")]
fn list() {}

fn main() {}
