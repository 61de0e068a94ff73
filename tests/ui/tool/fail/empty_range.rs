#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[arg(range(10..=1))] limit: u32, #[arg(length(5..=2))] prefix: String) {}

fn main() {}
