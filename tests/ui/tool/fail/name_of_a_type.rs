use mcp_runtime::tool;

#[tool]
fn str(text: String) -> String {
    text
}

fn main() {}
