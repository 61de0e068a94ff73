use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers]
impl Notes {
    #[tool]
    #[tool(name = "all")]
    fn list(&self) {}
}

fn main() {}
