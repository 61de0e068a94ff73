use mcp_runtime_acp::{Turn, agent};

struct Words;

#[agent]
async fn echo(words: Words, _turn: Turn) {}

fn main() {}
