use mcp_runtime::Schema;

#[derive(Schema)]
struct Query {
    #[schema(header = "My Region")]
    region: String,
}

fn main() {}
