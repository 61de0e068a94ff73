//! A tool with a page: hosts that show pages show the counts as bars, all others the text.

use std::cmp::Reverse;

use mcp_runtime::{Json, Result, Schema, resource, server, tool};
use serde::Serialize;

/// How often each word comes.
#[derive(Serialize, Schema)]
struct Counts {
    words: Vec<Count>,
}

#[derive(Serialize, Schema)]
struct Count {
    word: String,
    times: usize,
}

/// The counts as bars. The page holds its styles and its script itself, so it needs nothing
/// from anywhere.
#[resource("ui://words/bars", app(border = true))]
fn bars() -> &'static str {
    include_str!("bars.html")
}

/// Counts the words of the given text, the most frequent first.
#[tool(pure, ui = "ui://words/bars")]
fn count_words(
    /// The text.
    text: &str,
    /// How many words to show.
    #[arg(default = 10, range(1..=100))]
    most: usize,
) -> Json<Counts> {
    let mut words: Vec<Count> = Vec::new();
    for word in text.split(|next: char| !next.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        match words.iter_mut().find(|count| count.word == word) {
            Some(count) => count.times += 1,
            None => words.push(Count { word, times: 1 }),
        }
    }
    words.sort_by_key(|count| Reverse(count.times));
    words.truncate(most);
    Json(Counts { words })
}

fn main() -> Result<()> {
    server!().tool::<count_words>().resource::<bars>().run()
}
