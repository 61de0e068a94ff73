#![allow(unused)]

use mcp_runtime::tool;

use mcp_runtime::Schema;
use serde::Deserialize;

#[derive(Deserialize, Schema)]
struct Params {
    name: String,
}

#[tool]
fn rename(#[args] params: Option<Params>) {}

fn main() {}
