use mcp_runtime::resource;

#[resource("notes://index", audience(user, model))]
fn note() -> String {
    String::new()
}

fn main() {}
