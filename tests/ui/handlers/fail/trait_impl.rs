use mcp_runtime::{handlers, tool};

struct Notes;

trait List {
    fn list(&self);
}

#[handlers]
impl List for Notes {
    #[tool]
    fn list(&self) {}
}

fn main() {}
