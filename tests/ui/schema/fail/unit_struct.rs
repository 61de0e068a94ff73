use mcp_runtime::Schema;

#[derive(Schema)]
struct Nothing;

fn main() {}
