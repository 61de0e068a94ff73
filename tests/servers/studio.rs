//! A server with all that the command line shows: variants and maps, progress, questions, completion.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

use std::collections::BTreeMap;

use mcp_runtime::{
    Accepted, Elicit, Error, Log, Progress, Result, Schema, prompt, resource, server, tool,
};
use mcp_runtime_observe::Observe;
use serde::{Deserialize, Serialize};
use tracing::subscriber::NoSubscriber;

/// What is drawn.
#[derive(Deserialize, Schema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle {
        /// From the middle to the rim.
        radius: f64,
    },
    Text {
        text: String,
    },
}

#[derive(Serialize, Schema)]
struct Drawn {
    pens: BTreeMap<String, u32>,
    loud: bool,
    id: u64,
}

/// Draws shapes.
#[tool]
fn draw(shape: Shape, pens: BTreeMap<String, u32>, loud: Option<bool>) -> Drawn {
    let size = match shape {
        Shape::Circle { radius } => radius,
        Shape::Text { text } => text.len() as f64,
    };
    let loud = loud.unwrap_or(size > 1.0);
    Drawn { pens, loud, id: 12_345_678_901_234_567_890 }
}

/// Prints what was drawn.
#[tool]
async fn print(copies: u32, progress: Progress, log: Log) -> &'static str {
    for copy in 1..=copies {
        progress.report_of(copy, copies, &format!("copy {copy}")).await;
        tracing::info!(copy, "printing");
    }
    log.info("there is no paper left").await;
    "printed"
}

#[derive(Elicit)]
struct Address {
    street: String,
    number: u16,
    /// Is it urgent?
    urgent: bool,
}

/// Sends what was drawn.
#[tool]
async fn send(elicit: Elicit) -> Result<String> {
    match elicit.form::<Address>("Where to?").await? {
        Accepted(Address { street, number, urgent }) => Ok(format!("{street} {number} {urgent}")),
        _ => Ok("nowhere".to_owned()),
    }
}

/// Throws everything away.
#[tool(destructive, confirm = "Throw everything away?")]
async fn clear() -> &'static str {
    "cleared"
}

/// Asks for a drawing.
#[prompt]
fn ask(
    /// Whose style.
    #[arg(complete = masters)]
    style: &str,
    size: Option<u32>,
) -> String {
    format!("Draw like {style}, {size:?}.")
}

fn masters(typed: &str) -> Vec<String> {
    ["Dürer", "Dalí", "Klee"]
        .map(str::to_owned)
        .into_iter()
        .filter(|name| name.starts_with(typed))
        .collect()
}

/// A drawing.
#[resource("drawings://{number}", mime = "text/plain")]
fn drawing(number: u32) -> String {
    format!("drawing {number}")
}

fn main() -> Result<()> {
    if std::env::var_os("OWN_SUBSCRIBER").is_some() {
        let own = tracing::subscriber::set_global_default(NoSubscriber::default());
        own.map_err(Error::other)?;
    }
    server!()
        .tool::<draw>()
        .tool::<print>()
        .tool::<send>()
        .tool::<clear>()
        .prompt::<ask>()
        .resource::<drawing>()
        .observe()
        .run()
}
