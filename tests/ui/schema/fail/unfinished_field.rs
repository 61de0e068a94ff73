use mcp_runtime::Schema;

#[derive(Schema)]
struct Query {
    words: ,
    limit: u8,
}

fn main() {}
