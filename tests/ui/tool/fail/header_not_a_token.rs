#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn convert(#[arg(header = "My Region")] region: String) {}

fn main() {}
