#![allow(unused)]

use mcp_runtime::tool;

fn names(prefix: &str) -> Vec<String> {
    vec![prefix.to_owned()]
}

#[tool]
fn list(#[arg(complete = names)] prefix: String) {}

fn main() {}
