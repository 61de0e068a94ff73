#![allow(unused)]

use mcp_runtime::tool;

use std::time::SystemTime;

#[tool]
fn since(start: SystemTime) {}

fn main() {}
