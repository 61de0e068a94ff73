use mcp_runtime::tool;

struct Notes;

impl Notes {
    #[tool]
    fn list(&self) {}
}

trait Lists {
    #[tool]
    fn list(&self);
}

fn main() {}
