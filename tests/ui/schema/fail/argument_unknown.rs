use mcp_runtime::Schema;

#[derive(Schema)]
struct Page {
    #[schema(rnage(1..=10))]
    limit: u32,
}

fn main() {}
