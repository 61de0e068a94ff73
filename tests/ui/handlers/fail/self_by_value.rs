use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers]
impl Notes {
    #[tool]
    fn clear(self) {}

    #[tool]
    fn share(self: std::sync::Arc<Self>) {}
}

fn main() {}
