use mcp_runtime::resource;

#[resource("ui://board", app(csp("https://example.com")))]
fn board() -> &'static str {
    "<!doctype html>"
}

fn main() {}
