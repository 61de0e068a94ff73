use mcp_runtime::resource;

#[resource("https://example.com/board", app)]
fn board() -> &'static str {
    "<!doctype html>"
}

fn main() {}
