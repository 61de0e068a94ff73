use mcp_runtime::{tool};

struct Batch;

/// Runs a batch.
#[tool(only = Batch)]
fn run() {}

fn main() {}
