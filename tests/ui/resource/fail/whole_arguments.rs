#![allow(unused)]

use mcp_runtime::resource;

#[resource("notes://index")]
fn note(#[args] name: Name) -> String {
    String::new()
}

struct Name;

fn main() {}
