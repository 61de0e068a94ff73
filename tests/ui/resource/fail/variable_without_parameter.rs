use mcp_runtime::resource;

#[resource("notes://{folder}/{name}")]
fn note(name: String) -> String {
    name
}

fn main() {}
