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
    let _ = server!().resource::<add>();
    let _ = server!().tool::<ask>();
    let _ = server!().prompt::<add>();
    let _ = server!().handlers(7);
}
