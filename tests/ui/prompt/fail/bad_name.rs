use mcp_runtime::prompt;

#[prompt(name = "ask me")]
fn ask() -> String {
    String::new()
}

fn main() {}
