use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
#[serde(tag = "kind")]
struct Circle {
    kind: String,
}

fn main() {}
