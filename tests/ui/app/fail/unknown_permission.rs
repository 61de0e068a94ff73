use mcp_runtime::resource;

#[resource("ui://board", app(permissions(usb)))]
fn board() -> &'static str {
    "<!doctype html>"
}

fn main() {}
