#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn sleep(#[arg(seconds)] time: u64) {}

fn main() {}
