//! Generated code names nothing that the user could mean otherwise.

#![allow(dead_code, non_camel_case_types)]

mod mcp_runtime {}
mod schemars {}
mod serde_json {}

type Result<T> = std::result::Result<T, ()>;
struct Option;
struct Box;
struct Cow;
struct Schema;
struct JsonSchema;

/// Words.
#[derive(serde::Serialize, serde::Deserialize, ::mcp_runtime::Schema)]
#[serde(rename_all = "camelCase", default)]
struct Query {
    /// What to look for.
    #[schema(length(1..=64), pattern = "^[a-z ]+$")]
    search_words: String,
    #[schema(range(1..=10), example = 3)]
    #[serde(skip_serializing_if = "zero")]
    limit: u8,
}

fn zero(limit: &u8) -> bool {
    *limit == 0
}

impl Default for Query {
    fn default() -> Self {
        Self { search_words: String::new(), limit: 1 }
    }
}

#[derive(serde::Serialize, serde::Deserialize, ::mcp_runtime::Schema)]
#[serde(tag = "type")]
struct Tagged {
    of: u8,
}

#[derive(::mcp_runtime::Elicit)]
struct Confirm {
    /// Really?
    #[elicit(default)]
    sure: bool,
    how: How,
}

#[derive(::mcp_runtime::Elicit)]
enum How {
    /// At once.
    Fast,
    Slow,
}

fn main() {}
