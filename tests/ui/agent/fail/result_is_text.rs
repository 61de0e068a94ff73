use mcp_runtime::acp::{Prompt, agent};

#[agent]
async fn echo(prompt: Prompt) -> String {
    prompt.text()
}

fn main() {}
