#![allow(unused)]

use mcp_runtime::resource;

#[resource("notes://{name}")]
fn note(name: String, #[arg(length(1..=9))] style: Style, limit: u32) -> String {
    name
}

struct Style;

fn main() {}
