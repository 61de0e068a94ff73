use mcp_runtime::Schema;

#[derive(Schema)]
#[schema(rename_all = "camelCase")]
struct Query {
    #[schema(rename = "words")]
    text: String,
    #[schema(default)]
    limit: u8,
    #[schema(min = 1)]
    page: u8,
}

fn main() {}
