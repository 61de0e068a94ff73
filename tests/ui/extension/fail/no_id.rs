use mcp_runtime::{extension};

#[extension]
struct Batch;

#[extension(since = "2025-11-25")]
struct Other;

fn main() {}
