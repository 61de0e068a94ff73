use mcp_runtime::Schema;

#[derive(Schema)]
enum Never {}

fn main() {}
