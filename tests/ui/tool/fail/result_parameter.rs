#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn unwrap(value: Result<u8, String>) {}

fn main() {}
