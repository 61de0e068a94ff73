#![allow(unused)]

use mcp_runtime::resource;

#[resource("notes://{name}")]
fn note(name: String, style: Style) -> String {
    name
}

struct Style;

fn main() {}
