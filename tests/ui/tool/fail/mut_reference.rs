#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn trim(text: &mut String) {}

fn main() {}
