#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[arg(default = 10)] limit: Option<u32>) {}

fn main() {}
