use mcp_runtime::tool;

/// Shows the board.
#[tool(app)]
fn show() {}

fn main() {}
