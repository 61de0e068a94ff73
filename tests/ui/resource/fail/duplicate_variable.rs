use mcp_runtime::resource;

#[resource("notes://{name}/{name}")]
fn note(name: String) -> String {
    name
}

fn main() {}
