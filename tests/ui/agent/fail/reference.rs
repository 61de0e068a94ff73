use mcp_runtime_acp::{Prompt, Turn, agent};

#[agent]
async fn coder(_prompt: &Prompt, _turn: &mut Turn) {}

fn main() {}
