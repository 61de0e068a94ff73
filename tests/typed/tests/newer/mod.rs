//! The same server in a year: with a value and members that are new, and without a tool.

use mcp_runtime::{Schema, ServerBuilder, handlers, tool};
use serde::Serialize;

#[derive(Serialize, Schema)]
struct Found {
    notes: Vec<Note>,
    total: u64,
    next_page: Option<String>,
}

#[derive(Serialize, Schema)]
struct Note {
    name: String,
    kind: &'static str,
    link: String,
    author: &'static str,
}

struct Newer;

/// Finds and keeps notes.
#[handlers]
impl Newer {
    /// Finds notes, and more.
    #[tool]
    fn search(query: String, #[arg(default = 300)] limit: u64) -> Found {
        let link = "notes:2".to_owned();
        let note = Note { name: query, kind: "drawing", link, author: "somebody" };
        Found { notes: vec![note], total: limit, next_page: Some("2".to_owned()) }
    }
}

pub(crate) fn server() -> ServerBuilder {
    ServerBuilder::new("notes", "2.0.0").handlers(Newer)
}
