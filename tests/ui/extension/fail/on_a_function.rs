use mcp_runtime::{extension};

#[extension("com.example/batch")]
fn batch() {}

fn main() {}
