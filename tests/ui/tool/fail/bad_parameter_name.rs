#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn add(#[arg(name = "$filter")] filter: u8, größe: u8) {}

fn main() {}
