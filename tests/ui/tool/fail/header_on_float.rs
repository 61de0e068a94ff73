#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn convert(#[arg(header = "Rate")] rate: f64) {}

fn main() {}
