use mcp_runtime_acp::{Turn, agent};

#[agent]
async fn echo(text: String, _turn: Turn) {}

fn main() {}
