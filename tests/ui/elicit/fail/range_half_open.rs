use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    #[elicit(range(0.0..1.0))]
    share: f64,
}

fn main() {}
