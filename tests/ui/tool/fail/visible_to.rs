use mcp_runtime::{Context, handlers, tool};

#[tool(visible = is_admin)]
fn restart() {}

fn is_admin(name: &str) -> bool {
    name == "admin"
}

struct Notes;

#[handlers]
impl Notes {
    #[tool(visible = Self::is_open)]
    fn list(&self) {}

    fn is_open(&self, _: &Context) -> bool {
        true
    }
}

fn main() {}
