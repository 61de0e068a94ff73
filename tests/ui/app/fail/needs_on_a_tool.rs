use mcp_runtime::tool;

/// Shows the board.
#[tool(ui = "ui://board", csp(connect("https://api.example.com")))]
fn show() {}

/// Shows the camera.
#[tool(ui = "ui://camera", permissions(camera))]
fn film() {}

/// Reloads the board.
#[tool(ui = "ui://board", visibility = "app")]
fn reload() {}

fn main() {}
