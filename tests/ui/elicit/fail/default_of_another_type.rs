use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    #[elicit(default = "three")]
    pieces: u32,
}

fn main() {}
