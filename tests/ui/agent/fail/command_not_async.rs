use mcp_runtime_acp::{Turn, command};

#[command]
fn review(_turn: Turn) {}

fn main() {}
