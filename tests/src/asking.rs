//! A server whose tools ask in all the ways there are beside a form in the body.

use std::sync::{Mutex, PoisonError};

use mcp_runtime::{Schema, ServerBuilder, handlers, server, tool};
use serde::Deserialize;

/// What was done so far.
#[derive(Default)]
struct Asking {
    done: Mutex<Vec<String>>,
}

impl Asking {
    fn note(&self, what: String) -> String {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.push(what.clone());
        what
    }
}

#[derive(Deserialize, Schema)]
struct Place {
    folder: String,
    #[serde(default)]
    depth: u8,
}

#[handlers]
impl Asking {
    /// Deletes an item.
    #[tool(destructive, confirm = "Delete {id}?")]
    fn delete(&self, id: u64) -> String {
        self.note(format!("deleted {id}"))
    }

    /// Moves an item.
    #[tool(confirm = "Move {item} to {folder} {{{count}}}, {note}?")]
    async fn shift(
        &self,
        #[arg(name = "item")] id: &str,
        #[arg(default = "bin")] folder: String,
        #[arg(default = 1)] count: u8,
        note: Option<&str>,
    ) -> Vec<String> {
        let _ = note;
        vec![self.note(format!("moved {id} to {folder} {count}"))]
    }

    /// Burns everything.
    #[tool(blocking, confirm = "Burn it all?")]
    fn burn(&self) -> String {
        self.note("burnt".to_owned())
    }

    /// Clears a folder.
    #[tool(confirm = "Clear {folder}?")]
    fn clear(&self, #[args] place: &Place) -> String {
        self.note(format!("cleared {} {}", place.folder, place.depth))
    }

    /// Tells what was done.
    #[tool]
    fn done(&self) -> String {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).join(", ")
    }
}

/// Forgets an item.
#[tool(confirm = "Forget {id}?")]
fn forget(id: u64) -> String {
    format!("forgot {id}")
}

/// The server.
pub fn asking() -> ServerBuilder {
    server!().handlers(Asking::default()).tool::<forget>()
}
