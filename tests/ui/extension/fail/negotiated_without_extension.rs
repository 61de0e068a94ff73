use mcp_runtime::{Negotiated, tool};

struct Batch;

/// Runs a batch.
#[tool]
fn run(batch: Negotiated<Batch>) {}

fn main() {}
