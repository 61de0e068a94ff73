use mcp_runtime::Schema;

fn needs<T: Schema>() {}

#[derive(Schema)]
struct Query {
    #[schema(range(1..=9))]
    text: String,
    #[schema(length = 3)]
    limit: u32,
    #[serde(rename = "$order")]
    order: String,
    #[serde(flatten)]
    page: u32,
}

fn main() {
    // The type still has a schema, so this is not a further mistake.
    needs::<Query>();
}
