#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn ping(never: std::convert::Infallible) {}

fn main() {}
