use mcp_runtime::resource;

#[resource("notes://{folder}{name}")]
fn note(folder: String, name: String) -> String {
    folder + &name
}

fn main() {}
