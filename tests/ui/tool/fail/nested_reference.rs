#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(words: Vec<&str>, lines: Option<&[&str]>) {}

fn main() {}
