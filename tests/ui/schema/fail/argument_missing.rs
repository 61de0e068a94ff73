use mcp_runtime::Schema;

#[derive(Schema)]
struct Page {
    #[schema]
    limit: u32,
}

fn main() {}
