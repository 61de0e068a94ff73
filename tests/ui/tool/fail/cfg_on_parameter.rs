#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn list(#[cfg(unix)] prefix: String) {}

fn main() {}
