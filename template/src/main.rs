//! Helps a writer: counts words, knows the style of the house, and asks for shorter texts.

#[cfg(test)]
mod tests;

use mcp_runtime::{Result, Schema, ServerBuilder, prompt, resource, server, tool};
use mcp_runtime_ship::page;
use serde::Serialize;

/// The length of the text.
#[derive(Serialize, Schema)]
struct Length {
    words: usize,
    /// How long it takes to read.
    minutes: usize,
}

/// Measures the length of the given text.
#[tool(pure)]
fn measure(
    text: &str,
    /// How fast somebody reads.
    #[arg(default = 200, range(50..=1000))]
    words_per_minute: usize,
) -> Length {
    let words = text.split_whitespace().count();
    Length {
        words,
        minutes: words.div_ceil(words_per_minute),
    }
}

/// How texts are written here.
#[resource("style://guide", mime = "text/markdown")]
fn style() -> &'static str {
    include_str!("style.md")
}

/// Shortens the given text.
#[prompt]
fn shorten(
    text: &str,
    /// How many words are left.
    #[arg(range(1..=1000))]
    words: usize,
) -> String {
    format!(
        "Shorten this text to at most {words} words, in this style:\n\n{}\n{text}",
        style()
    )
}

/// The server, for `main` and the tests.
fn server() -> ServerBuilder {
    server!()
        .instructions("Measure text before and after you shorten it.")
        .tool::<measure>()
        .resource::<style>()
        .prompt::<shorten>()
}

fn main() -> Result<()> {
    server()
        .subcommands(mcp_runtime_ship::subcommands())
        .subcommands([page::dev()])
        .run()
}
