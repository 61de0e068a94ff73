//! The lint: its rules on recorded cases, and what it prints.

mod case;
mod cases;
mod documented;
mod patterns;
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
