use mcp_runtime::Schema;

#[derive(Schema)]
struct Name {
    #[schema(pattern = "(?i)abc")]
    name: String,
}

fn main() {}
