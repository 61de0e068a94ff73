use mcp_runtime::resource;

#[resource(mime = "text/plain")]
fn note() -> String {
    String::new()
}

fn main() {}
