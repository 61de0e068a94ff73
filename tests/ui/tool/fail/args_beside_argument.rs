#![allow(unused)]

use mcp_runtime::tool;

use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
struct Params {
    name: String,
}

#[tool]
fn join(#[args] params: Params, query: String) {}

fn main() {}
