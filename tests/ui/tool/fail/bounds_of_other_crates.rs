use mcp_runtime::tool;

#[tool]
fn page(#[arg(min = 1, max = 100)] size: u8, #[arg(min_length = 1)] name: &str) {}

fn main() {}
