use mcp_runtime::{extension};

#[extension("batch")]
struct Batch;

fn main() {}
