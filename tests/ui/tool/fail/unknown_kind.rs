#![allow(unused)]

use mcp_runtime::tool;

#[tool(kind = "write")]
fn write() {}

#[tool(kind = Edit)]
fn edit() {}

#[tool(kind)]
fn read() {}

fn main() {}
