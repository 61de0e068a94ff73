#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn convert(#[arg(header = "")] region: String) {}

fn main() {}
