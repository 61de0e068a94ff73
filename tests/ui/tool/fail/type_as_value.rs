use mcp_runtime::tool;

#[tool(title = Page<Item>, description = "Lists.")]
fn list() {}

#[tool(only = "batch")]
fn run() {}

fn main() {}
