#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn read(path: impl Into<String>) {}

fn main() {}
