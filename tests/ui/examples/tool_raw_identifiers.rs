#![deny(warnings)]

use mcp_runtime::tool;

#[tool]
fn r#match(r#type: String, r#in: Option<&str>) -> String {
    r#type + r#in.unwrap_or_default()
}

fn main() {
    let _ = mcp_runtime::server!().tool::<r#match>();
}
