use mcp_runtime::tool;

/// Shows the board.
#[tool(ui = "ui://board", ui_visibility = "page")]
fn show() {}

fn main() {}
