use mcp_runtime::tool;

#[tool]
fn find(text: str, bytes: [u8], name: Option<str>) {}

fn main() {}
