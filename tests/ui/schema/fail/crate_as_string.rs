#[derive(mcp_runtime::Schema)]
#[schema(crate)]
struct Page {
    limit: u32,
}

fn main() {}
