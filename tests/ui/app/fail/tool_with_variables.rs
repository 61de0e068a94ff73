use mcp_runtime::tool;

/// Shows a board.
#[tool(ui = "ui://board/{name}")]
fn show(name: String) {}

fn main() {}
