use std::borrow::Cow;

use mcp_runtime::{Schema, prompt, tool};
use serde::Deserialize;

#[derive(Deserialize, Schema)]
struct Query<'a> {
    text: &'a str,
}

#[tool]
fn find(_query: Query<'_>) {}

#[tool]
async fn find_all<'a>(_queries: Option<Vec<Query<'a>>>, _text: Cow<'a, str>) {}

#[tool]
fn find_by(#[args] _query: &Query<'_>) {}

#[prompt]
fn ask(_query: &Query<'_>) -> &'static str {
    ""
}

fn main() {}
