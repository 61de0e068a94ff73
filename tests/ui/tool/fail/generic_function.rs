#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn echo<T, const N: usize>(value: T) {}

fn main() {}
