#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn rename(force: Option<()>) {}

fn main() {}
