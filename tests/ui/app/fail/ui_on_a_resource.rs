use mcp_runtime::resource;

#[resource("notes://index", ui = "ui://board")]
fn index() -> &'static str {
    "notes"
}

fn main() {}
