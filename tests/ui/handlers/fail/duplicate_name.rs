use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers]
impl Notes {
    #[tool]
    fn list(&self) {}

    #[tool(name = "list")]
    fn all(&self) {}
}

fn main() {}
