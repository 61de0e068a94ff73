use mcp_runtime::resource;

#[resource("notes://index", priority = 5)]
fn note() -> String {
    String::new()
}

fn main() {}
