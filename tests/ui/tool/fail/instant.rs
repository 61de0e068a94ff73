#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn since(start: std::time::Instant) {}

fn main() {}
