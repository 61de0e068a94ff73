use mcp_runtime::tool;

#[tool]
struct List;

fn main() {}
