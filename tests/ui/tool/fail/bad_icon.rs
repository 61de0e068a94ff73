use mcp_runtime::tool;

#[tool(icon(src = "icon.png", sizes("big"), theme = "blue"))]
fn list() {}

#[tool(icon(mime_type = "image/png"))]
fn show() {}

fn main() {}
