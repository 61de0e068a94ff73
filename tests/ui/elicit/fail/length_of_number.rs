use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    #[elicit(length(1..=3))]
    pieces: u32,
}

fn main() {}
