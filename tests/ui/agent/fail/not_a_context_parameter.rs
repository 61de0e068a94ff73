use mcp_runtime::acp::{Turn, agent};

struct Words;

#[agent]
async fn echo(words: Words, _turn: Turn) {}

fn main() {}
