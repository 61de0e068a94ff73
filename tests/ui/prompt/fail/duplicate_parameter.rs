use mcp_runtime::prompt;

#[prompt]
fn ask(a: String, _a: String) -> String {
    a
}

fn main() {}
