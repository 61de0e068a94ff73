#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[arg(lenght(1..=3))] prefix: String) {}

fn main() {}
