use mcp_runtime::{extension};

#[extension("com.example/batch", version = "1")]
struct Batch;

fn main() {}
