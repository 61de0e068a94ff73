//! What a crate forbids it forbids its own code.

#![forbid(
    dead_code,
    deprecated,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_snake_case,
    unreachable_code,
    unreachable_pub,
    unsafe_code,
    unused_imports
)]

use mcp_runtime::{Elicit, Schema, handlers, prompt, resource, server, tool};
use serde::{Deserialize, Serialize};

/// Where.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, Schema)]
pub struct Point {
    /// To the east.
    pub x: i64,
}

/// How.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, Schema)]
pub enum Style {
    /// As usual.
    Plain,
    /// With so many strokes.
    Wild(u8),
}

/// Who.
#[derive(Debug, Elicit)]
pub struct Author {
    /// What to call them.
    pub name: String,
}

/// Draws.
#[tool]
pub fn draw(at: Point, style: Style) -> (Point, Style) {
    (at, style)
}

/// Erases.
#[tool]
pub async fn erase(#[arg(default = 1)] times: u8) -> Result<String, String> {
    Err(times.to_string())
}

/// Asks.
#[prompt]
pub fn ask(#[arg(complete = names)] name: String) -> String {
    name
}

fn names(_: &str) -> Vec<String> {
    Vec::new()
}

/// Shows.
#[resource("drawings://{name}")]
pub fn show(name: &str) -> Option<String> {
    Some(name.to_owned())
}

/// Draws.
#[derive(Clone, Copy, Debug)]
pub struct Pen;

#[handlers]
impl Pen {
    /// Lifts it.
    #[tool]
    pub fn lift(&self) {}
}

fn main() {
    let author = Author { name: String::new() };
    let _ = (
        server!().tools::<(draw, erase)>().prompt::<ask>().resource::<show>().handlers(Pen),
        author.name,
        Style::Plain,
        Style::Wild(1),
    );
}
