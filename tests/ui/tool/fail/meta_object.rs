use mcp_runtime::tool;

#[tool(meta = {"key": 1})]
fn list() {}

#[tool(meta({"key": 1}))]
fn show() {}

fn main() {}
