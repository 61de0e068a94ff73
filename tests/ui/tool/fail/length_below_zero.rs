use mcp_runtime::tool;

#[tool]
fn name(#[arg(length(..0))] name: &str) {}

fn main() {}
