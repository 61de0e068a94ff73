#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn find(#[arg(pattern = "^(?!x)")] word: String) {}

fn main() {}
