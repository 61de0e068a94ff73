use mcp_runtime::{extension};

#[extension("com.example/batch", since = "2025-12-01")]
struct Batch;

fn main() {}
