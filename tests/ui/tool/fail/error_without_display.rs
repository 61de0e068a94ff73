use mcp_runtime::tool;

struct Broken;

#[tool]
fn search() -> Result<String, Broken> {
    Err(Broken)
}

fn main() {}
