use mcp_runtime::resource;

#[resource("ui://board", app = true)]
fn board() -> &'static str {
    "<!doctype html>"
}

fn main() {}
