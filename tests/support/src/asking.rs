//! A server whose tools ask in all the ways there are beside a form in the body.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use mcp_runtime::{
    Context, ElicitUrl, Json, NotFound, Result, Schema, ServerBuilder, handlers, resource, server,
    tool,
};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::watch;

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

    /// Keeps a value of any form.
    #[tool(confirm = "Keep it?")]
    fn keep(&self, value: Value) -> String {
        let is_array = value.is_array();
        drop(value);
        self.note(format!("kept {is_array}"))
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

/// A site where people connect an account.
#[derive(Default)]
struct Site {
    is_connected: AtomicBool,
}

#[handlers]
impl Site {
    /// Connects an account.
    #[tool]
    async fn connect(&self, elicit: ElicitUrl) -> Result<String> {
        let interaction = elicit.interaction()?;
        let url = format!("https://example.com/connect?id={}", interaction.id());
        let answer = interaction.open("Connect", url).await?;
        Ok(format!("{answer:?} {}", interaction.id()))
    }

    /// Lists the files of the account, which has to be connected.
    #[tool]
    async fn files(&self, elicit: ElicitUrl) -> Result<&'static str> {
        if !self.is_connected.load(Ordering::Relaxed) {
            elicit.require("Connect first", "https://example.com/connect").await?;
        }
        let is_connected = self.is_connected.load(Ordering::Relaxed);
        Ok(if is_connected { "a.txt" } else { "not connected yet" })
    }

    /// Asks for two pages, and makes nothing of errors.
    #[tool]
    async fn careless(&self, elicit: ElicitUrl) -> String {
        let (first, second) = tokio::join!(
            elicit.require("First", "https://example.com/1"),
            elicit.require("Second", "https://example.com/2"),
        );
        format!("{} {}", first.is_ok(), second.is_ok())
    }

    /// What the site calls when the account is connected.
    #[tool]
    fn connected(&self, id: &str, context: &Context) {
        self.is_connected.store(true, Ordering::Relaxed);
        context.server().interaction_completed(id);
    }
}

/// Meters that can be watched.
struct Meters(watch::Sender<Json<u64>>);

#[handlers]
impl Meters {
    /// Turns the meter.
    #[tool]
    fn turn(&self, to: u64) {
        self.0.send_replace(Json(to));
    }

    /// How often the meter is watched.
    #[tool]
    fn watched(&self) -> usize {
        self.0.receiver_count()
    }

    /// The meter.
    #[resource("test://meter")]
    fn meter(&self) -> watch::Receiver<Json<u64>> {
        self.0.subscribe()
    }

    /// One of several meters, of which there is one.
    #[resource("test://meters/{id}")]
    async fn one_meter(&self, id: u64) -> Result<watch::Receiver<Json<u64>>, NotFound> {
        if id == 1 { Ok(self.0.subscribe()) } else { Err(NotFound) }
    }
}

/// The server.
pub fn asking() -> ServerBuilder {
    let meters = Meters(watch::Sender::new(Json(0)));
    server!()
        .handlers(Asking::default())
        .tool::<forget>()
        .handlers(Site::default())
        .handlers(meters)
}
