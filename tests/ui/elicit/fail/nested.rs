use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Address {
    street: String,
}

#[derive(Elicit)]
struct Order {
    pieces: u32,
    address: Address,
}

fn main() {}
