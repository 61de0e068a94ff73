#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn rename(name: Option<Option<String>>) {}

fn main() {}
