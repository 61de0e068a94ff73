#![allow(unused)]

use mcp_runtime::tool;

use std::ffi::OsString;

#[tool]
fn read(path: OsString, others: Vec<std::ffi::OsString>) {}

fn main() {}
