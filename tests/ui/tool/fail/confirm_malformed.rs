#![allow(unused)]

use mcp_runtime::tool;

#[tool(confirm = "Delete {id")]
fn open(id: u64) {}

#[tool(confirm = "Delete }id?")]
fn closed(id: u64) {}

#[tool(confirm = "Delete {}?")]
fn positional(id: u64) {}

#[tool(confirm = "")]
fn empty(id: u64) {}

#[tool(confirm)]
fn word(id: u64) {}

fn main() {}
