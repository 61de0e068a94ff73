//! The command line of a server binary.
//!
//! Every command is a request to the server in this process, the one that a client would send:
//! `syntax` defines the command line, with pairs such as `a=1`, `command` parses it and
//! `usage_errors` explains errors, `arguments` converts what was typed to parameters, `client` sends
//! the request, `questions` asks the questions of the server, `tasks` follows calls that become
//! tasks, `show` formats the result, `terminal` prints it, and `program` combines them all. `prompt`
//! runs a turn of the agent, if the program has one.

mod answers;
mod arguments;
#[cfg(feature = "auth")]
pub(crate) mod authorization;
mod client;
mod command;
mod completions;
#[cfg(feature = "ship")]
mod doctor;
#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(feature = "ship")]
mod install;
mod json;
mod listing;
#[cfg(feature = "lock")]
pub(crate) mod lock;
pub(crate) mod log;
#[cfg(feature = "ship")]
mod manifest;
#[cfg(feature = "observe")]
pub(crate) mod observe;
#[cfg(feature = "page")]
pub(crate) mod page;
#[cfg(feature = "acp")]
mod permission;
mod program;
#[cfg(feature = "acp")]
pub(crate) mod prompt;
mod questions;
#[cfg(feature = "ship")]
pub(crate) mod ship;
mod show;
mod startup_notice;
mod syntax;
mod tasks;
mod terminal;
#[cfg(feature = "acp")]
mod updates;
mod usage_errors;

use crate::error::Result;
use crate::server::Server;
use listing::Listing;

#[allow(unused_imports, reason = "only features add commands")]
pub(crate) use command::AddedLine;
pub(crate) use command::{CommandLine, Job, PromptLine, RequestLine};
pub(crate) use startup_notice::print_stdio_notice;
pub(crate) use syntax::Facts;

/// Runs a command on a server, and prints the result.
///
/// # Errors
///
/// The error, worded for a person.
pub(crate) async fn run_command(server: Server, line: RequestLine) -> Result<()> {
    let done = program::run(server, line).await;
    // The caller prints the error.
    terminal::screen::clear();
    done
}
