use mcp_runtime::prompt;

#[prompt(read_only)]
fn ask() -> String {
    String::new()
}

fn main() {}
