use mcp_runtime_acp::{Turn, agent};

#[agent]
fn echo(_turn: Turn) {}

fn main() {}
