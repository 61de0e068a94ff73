use mcp_runtime::{extension};

#[extension("com.mcp.tools/batch")]
struct Batch;

fn main() {}
