//! Tasks, of either revision: what has to hold of them is in `tests/data/extensions/tasks-cases.json`.
//! The cases that are messages are run from there, all others are tests that name their cases.

mod bytes;
mod cancelling;
mod cases;
mod coverage;
mod creation;
mod durable;
mod fixture;
mod headers;
mod killed;
mod lists;
mod looking;
mod news;
mod owners;
mod questions;
mod results;
mod streams;
mod table;
mod talk;
mod times;
mod transcripts;
mod turns;

use mcp_test_support::fits::assert_fits;
use serde_json::{Value, json};

use cases::meta;
use fixture::{jobs, tasks};
use talk::{Era, Talk};

/// Whether a status is one that does not change any more.
fn is_terminal(status: &Value) -> bool {
    ["completed", "failed", "cancelled"].iter().any(|end| status == end)
}
