use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
#[serde(tag = "kind")]
enum Shape {
    Circle { kind: String },
}

fn main() {}
