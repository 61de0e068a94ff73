use mcp_runtime::{handlers, resource};

struct Notes;

#[handlers]
impl Notes {
    #[resource("notes://index")]
    fn list(&self) -> String {
        String::new()
    }

    #[resource("notes://index")]
    fn all(&self) -> String {
        String::new()
    }
}

fn main() {}
