#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[arg(lenght(1..=3))] prefix: String) {}

#[tool]
fn count(#[arg(minimum = 1)] number: u8) {}

fn main() {}
