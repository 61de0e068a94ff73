//! Answers in words, for a person at a terminal.

mod definition;
mod listing;
mod result;
mod text;

pub(super) use definition::definition;
pub(super) use listing::listing;
pub(super) use result::{prompt, tool_result};
