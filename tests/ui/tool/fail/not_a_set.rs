use mcp_runtime::{prompt, server, tool};

#[tool]
fn add(a: i64) -> i64 {
    a
}

#[prompt]
fn ask() -> String {
    String::new()
}

fn main() {
    let _ = server!().tools::<(add, ask)>();
}
