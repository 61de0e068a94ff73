//! Answers in words, for a person at a terminal.

mod definition;
mod listing;
mod members;
mod result;
mod text;

pub(super) use definition::Definition;
pub(super) use listing::listing;
pub(super) use result::{prompt, tool_result};
pub(super) use text::Look;
