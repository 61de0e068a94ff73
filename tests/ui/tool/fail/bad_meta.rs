use mcp_runtime::tool;

#[tool(meta("a" = some_value, "b" = 1))]
fn list() {}

#[tool(meta("a" = 1, "a" = 2))]
fn show() {}

fn main() {}
