use mcp_runtime::{handlers, tool};

struct Notes;

#[handlers]
impl Notes {
    /// Finds notes.
    #[tool]
    fn find(&self, query: &str) -> String {
        query.to_owned()
    }

    dangling

    /// Lists notes.
    #[tool]
    fn list(&self) {}
}

fn main() {
    Notes.find("");
    Notes.list();
    let _ = mcp_runtime::server!().handlers(Notes);
}
