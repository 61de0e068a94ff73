use mcp_runtime::tool;

#[tool(blocking)]
async fn list() {}

fn main() {}
