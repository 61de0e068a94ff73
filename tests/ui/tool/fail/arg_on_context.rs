use mcp_runtime::{Progress, tool};

#[tool]
fn count(#[arg(description = "How far it is.")] progress: Progress) {}

fn main() {}
