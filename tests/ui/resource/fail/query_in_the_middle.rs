use mcp_runtime::resource;

#[resource("notes://{?name}/text")]
fn note(name: String) -> String {
    name
}

fn main() {}
