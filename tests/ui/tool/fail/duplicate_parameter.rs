#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn add(#[arg(rename = "a")] first: u8, a: u8) {}

fn main() {}
