//! Adds a server to the files of clients, and removes it again.

mod as_before;
mod change;
pub(crate) mod edit;
mod existing;
mod name;
mod plan;
mod print;
mod secrets;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use change::{EntryAction, FileChange};
pub(crate) use existing::{ExistingEntry, existing_entries};
pub(crate) use name::{is_build, program, server_name};
pub(crate) use plan::{Goal, ServerEntry, plan, plan_removal};
pub(crate) use print::print;
pub(crate) use write::read;
