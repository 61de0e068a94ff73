use mcp_runtime::Schema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "kind", deny_unknown_fields)]
struct Circle {
    radius: f64,
}

/// Is only written.
#[derive(Serialize, Schema)]
#[serde(tag = "kind", deny_unknown_fields)]
struct Square {
    side: f64,
}

fn main() {}
