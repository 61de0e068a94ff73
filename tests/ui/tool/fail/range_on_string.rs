#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[arg(range(1..=10))] prefix: &str, #[arg(length(1..=10))] limit: u32) {}

fn main() {}
