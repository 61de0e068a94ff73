#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn peek(address: *const u8) {}

fn main() {}
