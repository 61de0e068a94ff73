#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn greet(name: &'static str, title: Option<&'static str>) {}

fn main() {}
