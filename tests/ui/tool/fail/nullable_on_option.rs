#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn rename(#[arg(nullable)] name: Option<String>) {}

fn main() {}
