use mcp_runtime::tool;

#[tool(pure, destructive)]
fn add(a: i64) -> i64 {
    a
}

#[tool(rename_all = "camel")]
fn named(first_name: &str) {}

fn main() {}
