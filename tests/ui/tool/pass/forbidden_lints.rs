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
    unsafe_code
)]

use mcp_runtime::{Elicit, Schema, handlers, server, tool};
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
    let _ = (server!().tool::<draw>().handlers(Pen), author.name, Style::Plain, Style::Wild(1));
}
