#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn ping(nothing: ()) {}

fn main() {}
