use mcp_runtime::acp::{Turn, agent};

#[agent]
async fn echo(text: String, _turn: Turn) {}

fn main() {}
