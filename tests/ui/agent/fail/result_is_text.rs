use mcp_runtime_acp::{Prompt, agent};

#[agent]
async fn echo(prompt: Prompt) -> String {
    prompt.text()
}

fn main() {}
