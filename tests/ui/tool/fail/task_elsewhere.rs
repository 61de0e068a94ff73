use mcp_runtime::{prompt, resource};

/// A prompt that would be a task.
#[prompt(task)]
async fn summary() -> String {
    String::new()
}

/// A resource that would be a task.
#[resource("notes://all", task)]
async fn notes() -> String {
    String::new()
}

fn main() {}
