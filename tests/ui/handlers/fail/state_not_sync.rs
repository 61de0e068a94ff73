use mcp_runtime::{handlers, tool};

struct Notes(std::cell::Cell<u8>);

#[handlers]
impl Notes {
    #[tool]
    fn list(&self) {}
}

fn main() {
    let _ = mcp_runtime::server!().handlers(Notes(std::cell::Cell::new(1)));
}
