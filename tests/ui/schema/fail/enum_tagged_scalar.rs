use mcp_runtime::Schema;
use serde::Serialize;

#[derive(Serialize, Schema)]
#[serde(tag = "kind")]
enum Shape {
    Circle(f64),
}

fn main() {}
