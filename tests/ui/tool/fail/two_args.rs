#![allow(unused)]

use mcp_runtime::tool;

use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
struct Params {
    name: String,
}

#[tool]
fn join(#[args] a: Params, #[args] b: Params) {}

fn main() {}
