use mcp_runtime::tool;

#[tool(icon(url = "https://example.com/icon.png"))]
fn list() {}

#[tool(icon(src = "https://example.com/icon.png", mimeType = "image/png"))]
fn show() {}

#[tool(icon(src = "https://example.com/icon.png", size = "48x48"))]
fn open() {}

fn main() {}
