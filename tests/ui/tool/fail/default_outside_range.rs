#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[arg(default = 1000, range(1..=100))] limit: u32) {}

fn main() {}
