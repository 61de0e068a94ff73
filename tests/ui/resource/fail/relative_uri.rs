use mcp_runtime::resource;

#[resource("notes/index")]
fn note() -> String {
    String::new()
}

fn main() {}
