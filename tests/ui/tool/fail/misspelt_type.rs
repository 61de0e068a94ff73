use mcp_runtime::{handlers, tool};

#[tool]
fn free(name: Sentence) -> Sentence {
    name
}

struct Notes;

#[handlers]
impl Notes {
    #[tool]
    fn method(&self) -> Vec<Sentence> {
        Vec::new()
    }
}

fn main() {
    let _ = mcp_runtime::server!().tool::<free>().handlers(Notes);
}
