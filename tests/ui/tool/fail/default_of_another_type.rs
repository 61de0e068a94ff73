#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[arg(default = 1.5)] limit: u32) {}

fn main() {}
