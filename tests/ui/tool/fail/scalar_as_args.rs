#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn anything(#[args] count: u32) {}

fn main() {}
