use mcp_runtime::Schema;

#[derive(Schema)]
#[schema(name = "query")]
struct Query {
    #[schema(name)]
    text: String,
}

fn main() {}
