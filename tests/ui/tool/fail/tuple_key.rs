#![allow(unused)]

use mcp_runtime::tool;

use std::collections::HashMap;

#[tool]
fn draw(cells: HashMap<(u8, u8), String>) {}

fn main() {}
