use mcp_runtime::tool;

/// Writes.
#[tool(destructive, preview = "show")]
fn by_text(_path: String) {}

/// Writes.
#[tool(destructive, preview)]
fn by_word(_path: String) {}

fn main() {}
