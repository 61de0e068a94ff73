use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    #[elicit(default = Some(3))]
    pieces: Option<u32>,
}

fn main() {}
