#![allow(unused)]

use mcp_runtime::tool;

#[tool]
fn mail(#[arg(format = "mail")] address: String) {}

fn main() {}
