use mcp_runtime::Schema;

#[derive(Schema)]
struct Page {
    #[schema(range(10..=1))]
    limit: u32,
}

fn main() {}
