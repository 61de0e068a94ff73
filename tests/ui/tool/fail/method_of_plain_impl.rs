use mcp_runtime::tool;

struct Notes;

impl Notes {
    #[tool]
    fn list(&self) {}

    #[tool]
    fn count() -> usize {
        0
    }
}

trait Lists {
    #[tool]
    fn list(&self);
}

fn main() {}
