use mcp_runtime::resource;

#[resource("notes://index", "notes://all")]
fn note() -> String {
    String::new()
}

fn main() {}
