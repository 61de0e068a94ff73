//! Formats results for a person at a terminal.

mod listing;
mod members;
mod result;
mod schema;
mod text;

pub(super) use listing::listing;
pub(super) use result::{prompt, tool_result};
pub(super) use schema::Definition;
pub(super) use text::Look;
