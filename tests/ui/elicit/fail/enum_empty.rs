use mcp_runtime::Elicit;

#[derive(Elicit)]
enum Color {}

fn main() {}
