use mcp_runtime::{Json, tool};
use std::collections::{BTreeMap, HashMap};

#[tool]
fn votes(counts: HashMap<bool, u32>) -> Vec<BTreeMap<bool, u32>> {
    Vec::new()
}

#[tool]
fn last() -> Option<Json<HashMap<bool, u32>>> {
    None
}

fn main() {}
