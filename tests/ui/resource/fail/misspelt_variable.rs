use mcp_runtime::resource;

#[resource("notes://{nmae}")]
fn note(name: String) -> String {
    name
}

fn main() {}
