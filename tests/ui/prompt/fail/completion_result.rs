use mcp_runtime::prompt;

#[prompt]
fn review(#[arg(complete = styles)] style: &str) -> String {
    style.to_owned()
}

fn styles(typed: &str) -> usize {
    typed.len()
}

fn main() {}
