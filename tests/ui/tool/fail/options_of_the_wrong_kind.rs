#![allow(unused)]

use mcp_runtime::tool;

#[tool(title, description("list"), read_only = "yes", timeout = 30, icon = "i.png", meta = 1, strict = "yes")]
fn list(#[arg(range = 3, pattern("a"), default(1))] prefix: u32) {}

fn main() {}
