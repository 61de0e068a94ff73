#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn apply(function: fn(i32) -> i32) {}

fn main() {}
