use mcp_runtime_acp::{Turn, agent};

struct Coder;

impl Coder {
    #[agent]
    async fn answer(&self, _turn: Turn) {}
}

fn main() {}
