use mcp_runtime::{prompt, tool};

#[tool]
#[prompt]
fn list() -> String {
    String::new()
}

fn main() {}
