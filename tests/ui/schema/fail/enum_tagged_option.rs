use mcp_runtime::Schema;
use serde::Serialize;

#[derive(Serialize, Schema)]
#[serde(tag = "kind")]
enum Shape {
    Circle(Option<Circle>),
    Boxed(Box<Option<Circle>>),
}

#[derive(Serialize, Schema)]
struct Circle {
    radius: f64,
}

fn main() {}
