use mcp_runtime::resource;

#[resource("notes://{name*}")]
fn note(name: String) -> String {
    name
}

fn main() {}
