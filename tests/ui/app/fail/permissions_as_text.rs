use mcp_runtime::resource;

#[resource("ui://board", app(permissions = "camera"))]
fn board() -> &'static str {
    "<!doctype html>"
}

fn main() {}
