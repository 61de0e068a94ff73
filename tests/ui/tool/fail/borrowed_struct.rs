use mcp_runtime::{Schema, tool};
use serde::Deserialize;

#[derive(Deserialize, Schema)]
struct Query<'a> {
    text: &'a str,
}

#[tool]
fn find(_query: Query<'_>) {}

fn main() {}
