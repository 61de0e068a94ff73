use mcp_runtime::prompt;

#[prompt]
fn review(#[arg(complete = |typed| vec![typed.to_owned()])] style: &str) -> String {
    style.to_owned()
}

fn main() {}
