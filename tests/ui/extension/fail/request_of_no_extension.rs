use mcp_runtime::{ExtensionRequest};

#[derive(serde::Serialize, ExtensionRequest)]
#[request("batch/run")]
struct Run;

#[derive(serde::Serialize, ExtensionRequest)]
struct Stop;

fn main() {}
