use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    pieces: u32,
    #[serde(rename = "pieces")]
    parts: u32,
}

fn main() {}
