//! The lint: its rules on recorded cases, and what it prints.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "a handler is given what it asks for"
)]

mod case;
mod cases;
mod documented;
mod lock;
mod patterns;
mod references;
mod report;
mod selection;

use serde_json::{Value, json};

/// A tool that every rule is content with, with one property in its input.
fn tool_with(property: &Value) -> Value {
    json!({
        "name": "search",
        "title": "Search",
        "description": "Searches the notes.",
        "annotations": {"readOnlyHint": true, "destructiveHint": false},
        "inputSchema": {"type": "object", "properties": {"x": property}},
    })
}
