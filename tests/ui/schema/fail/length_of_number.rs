use mcp_runtime::Schema;

#[derive(Schema)]
struct Page {
    #[schema(length(1..=3))]
    limit: Option<u32>,
}

fn main() {}
