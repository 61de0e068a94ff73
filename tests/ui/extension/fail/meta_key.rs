use mcp_runtime::{MetaEntry};

#[derive(serde::Serialize, serde::Deserialize, MetaEntry)]
#[meta("batch")]
struct Batch;

fn main() {}
