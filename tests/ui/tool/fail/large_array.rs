#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn hash(bytes: [u8; 64]) {}

fn main() {}
