use mcp_runtime::acp::{Prompt, Turn, agent};

#[agent]
async fn coder(_prompt: &Prompt, _turn: &mut Turn) {}

fn main() {}
