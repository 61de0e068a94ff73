use mcp_runtime::Schema;

#[derive(Schema)]
struct Name {
    #[schema(range(1..=64))]
    name: String,
}

fn main() {}
