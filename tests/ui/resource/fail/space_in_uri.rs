use mcp_runtime::resource;

#[resource("notes://my notes")]
fn note() -> String {
    String::new()
}

fn main() {}
