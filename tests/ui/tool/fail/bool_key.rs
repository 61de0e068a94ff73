use mcp_runtime::tool;
use std::collections::{BTreeMap, HashMap};

#[tool]
fn votes(counts: HashMap<bool, u32>) -> Vec<BTreeMap<bool, u32>> {
    Vec::new()
}

fn main() {}
