use mcp_runtime::Schema;

#[derive(Schema)]
struct Name {
    #[schema(pattern = "^(?!x)")]
    name: String,
}

fn main() {}
