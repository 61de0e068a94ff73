use mcp_runtime::Elicit;
use serde::Deserialize;

#[derive(Deserialize, Elicit)]
struct Order {
    #[serde(default)]
    pieces: u8,
    #[serde(skip)]
    at: u64,
    #[serde(alias = "who")]
    name: String,
}

#[derive(Deserialize, Elicit)]
enum Size {
    Small,
    #[serde(alias = "big")]
    Large,
}

fn main() {}
