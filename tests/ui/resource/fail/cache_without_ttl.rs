use mcp_runtime::resource;

#[resource("notes://index", cache(public))]
fn note() -> String {
    String::new()
}

fn main() {}
