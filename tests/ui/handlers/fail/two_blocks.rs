use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers]
impl Notes {
    #[tool]
    fn list(&self) {}
}

#[handlers]
impl Notes {
    #[tool]
    fn read(&self) {}
}

fn main() {}
