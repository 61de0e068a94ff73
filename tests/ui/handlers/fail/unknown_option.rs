use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers(prefix = "notes")]
impl Notes {
    #[tool]
    fn list(&self) {}
}

fn main() {}
