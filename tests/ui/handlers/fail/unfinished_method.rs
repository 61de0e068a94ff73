use mcp_runtime::{handlers, resource, tool};

struct Notes;

#[handlers]
impl Notes {
    /// Finds notes.
    #[tool]
    fn find(&self, /** Words. */ query: &str) -> String {
        query.to_owned()
    }

    /// Adds a note.
    #[tool]
    fn add(&self, #[arg(default = "new")] name: , text: &str) -> bool {
        text == name
    }

    #[tool]
    fn bad(&self, x: )

    /// One note.
    #[resource("notes://{name}")]
    fn note(&self, name: &str) -> String {
        name.to_owned()
    }
}

fn main() {
    Notes.find("");
    let _ = mcp_runtime::server!().handlers(Notes);
}
