use mcp_runtime::Schema;

#[derive(Schema)]
#[serde(tag = "kind")]
enum Shape {
    Box(f64, f64),
}

fn main() {}
