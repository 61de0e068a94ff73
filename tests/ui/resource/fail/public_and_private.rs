use mcp_runtime::resource;

#[resource("notes://index", cache(ttl = "60s", public, private))]
fn note() -> String {
    String::new()
}

fn main() {}
