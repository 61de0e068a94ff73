use mcp_runtime::{handlers, tool};

struct Notes(std::cell::Cell<u8>);

#[handlers]
impl Notes {
    #[tool]
    fn list(&self) {}
}

fn main() {}
