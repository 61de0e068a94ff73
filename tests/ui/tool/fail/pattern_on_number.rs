#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn find(#[arg(pattern = "^[0-9]+$")] number: u32) {}

fn main() {}
