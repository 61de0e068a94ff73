use mcp_runtime::Elicit;

#[derive(Elicit)]
struct Confirm(bool);

fn main() {}
