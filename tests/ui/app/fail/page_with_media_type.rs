use mcp_runtime::resource;

#[resource("ui://board", app, mime = "text/html")]
fn board() -> &'static str {
    "<!doctype html>"
}

fn main() {}
