use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    #[elicit(default = 500, range(1..=10))]
    pieces: u32,
}

fn main() {}
