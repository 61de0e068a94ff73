use mcp_runtime::tool;

#[tool]
fn list() -> impl serde::Serialize {
    1
}

fn main() {}
