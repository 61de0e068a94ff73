use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
#[serde(tag = "@type")]
enum Shape {
    Circle { radius: f64 },
}

fn main() {}
