#![allow(unused)]

use mcp_runtime::tool;

const MAX: u32 = 100;

#[tool]
fn list(#[arg(range(1..=MAX))] limit: u32) {}

fn main() {}
