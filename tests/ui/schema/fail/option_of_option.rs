use mcp_runtime::Schema;

#[derive(Schema)]
struct Patch {
    name: Option<Option<String>>,
}

fn main() {}
