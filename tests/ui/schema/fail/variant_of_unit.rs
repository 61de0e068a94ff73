use mcp_runtime::Schema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Schema)]
enum Shape {
    Circle(f64),
    Nothing(()),
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "kind")]
enum Tagged {
    Nothing(()),
}

#[derive(Serialize, Deserialize, Schema)]
struct Field {
    nothing: (),
}

fn main() {}
