use mcp_runtime::acp::{Turn, command};

#[command]
fn review(_turn: Turn) {}

fn main() {}
