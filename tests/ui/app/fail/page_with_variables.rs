use mcp_runtime::resource;

#[resource("ui://board/{name}", app)]
fn board(name: String) -> String {
    name
}

fn main() {}
