use mcp_runtime::{Context, resource};

#[resource("notes://all", list = ids)]
fn all() -> String {
    String::new()
}

fn ids(_: &Context) -> Vec<u64> {
    vec![1]
}

#[resource("notes://{folder}/{id}", list = ids)]
fn note(folder: &str, id: u64) -> String {
    format!("{folder} {id}")
}

fn main() {}
