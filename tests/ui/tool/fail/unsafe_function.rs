use mcp_runtime::tool;

#[tool]
unsafe fn list() {}

fn main() {}
