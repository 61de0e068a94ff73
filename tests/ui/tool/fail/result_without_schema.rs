use mcp_runtime::tool;

struct Hit;

#[tool]
fn search() -> Hit {
    Hit
}

fn main() {}
