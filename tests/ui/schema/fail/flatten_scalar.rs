use mcp_runtime::Schema;

#[derive(Schema)]
struct Count {
    #[serde(flatten)]
    number: u8,
}

fn main() {}
