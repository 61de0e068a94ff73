use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Order {
    #[elicit(example = "Ada")]
    name: String,
}

fn main() {}
