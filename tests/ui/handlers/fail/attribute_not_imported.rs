use mcp_runtime::handlers;

struct Notes;

#[handlers]
impl Notes {
    #[tool]
    fn list(&self) {}
}

fn main() {}
