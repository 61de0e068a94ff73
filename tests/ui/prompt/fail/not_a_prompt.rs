use mcp_runtime::prompt;

#[prompt]
fn ask() -> u8 {
    1
}

fn main() {}
