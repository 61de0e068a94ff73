use mcp_runtime::handlers;

struct Notes;

#[handlers]
impl Notes {
    fn list(&self) {}
}

fn main() {
    let _ = mcp_runtime::server!().handlers(Notes);
}
