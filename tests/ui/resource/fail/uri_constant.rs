use mcp_runtime::resource;

const INDEX: &str = "notes://index";

#[resource(INDEX)]
fn index() -> String {
    String::new()
}

#[resource(concat!("notes://", "all"), mime = "text/plain")]
fn all() -> String {
    String::new()
}

fn main() {}
