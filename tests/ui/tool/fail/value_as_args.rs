#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn anything(#[args] arguments: serde_json::Value) {}

fn main() {}
