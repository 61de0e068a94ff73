use mcp_runtime::tool;

/// Shows the board.
#[tool(ui = "https://example.com/board")]
fn show() {}

fn main() {}
