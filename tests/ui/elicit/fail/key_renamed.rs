use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    #[serde(rename = "how many")]
    pieces: u32,
}

fn main() {}
