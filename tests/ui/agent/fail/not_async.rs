use mcp_runtime::acp::{Turn, agent};

#[agent]
fn echo(_turn: Turn) {}

fn main() {}
