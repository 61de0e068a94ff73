use mcp_runtime::tool;

#[tool]
fn first(word: &str) -> &str {
    word
}

fn main() {}
