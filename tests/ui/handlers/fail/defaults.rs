use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers(read_only, destructive, timeout = "0s", scopes("notes read"))]
impl Notes {
    #[tool]
    fn list(&self) {}
}

struct More;

#[handlers(timeout = 5, open_world = "no")]
impl More {
    #[tool]
    fn list(&self) {}
}

fn main() {}
