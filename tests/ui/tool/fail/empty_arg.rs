#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[arg] prefix: String) {}

fn main() {}
