#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn find(#[arg(pattern = "(?i)abc")] word: String) {}

fn main() {}
