use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers]
impl Notes {
    #[tool]
    fn clear(&mut self) {}
}

fn main() {}
