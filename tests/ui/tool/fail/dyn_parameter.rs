#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn read(anything: Box<dyn std::any::Any>) {}

fn main() {}
