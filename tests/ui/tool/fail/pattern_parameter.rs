use mcp_runtime::tool;

#[tool]
fn distance((x, y): (i32, i32)) -> i32 {
    x + y
}

fn main() {}
