use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    names: Vec<String>,
}

fn main() {}
