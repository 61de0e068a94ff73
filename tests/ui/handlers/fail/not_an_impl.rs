use mcp_runtime::handlers;

#[handlers]
struct Notes;

fn main() {}
