use mcp_runtime::Schema;
use std::collections::HashMap;

#[derive(Schema)]
struct Votes {
    counts: Option<HashMap<bool, u32>>,
}

fn main() {}
