//! The command line of a server binary.
//!
//! Every command is a request to the server in this process, the one that a client would send:
//! `syntax` defines the command line, with pairs such as `a=1`, `command` parses it and
//! `usage_errors` explains errors, `arguments` converts what was typed to parameters, `client` sends
//! the request, `questions` asks the questions of the server, `tasks` follows calls that become
//! tasks, `show` formats the result, `terminal` prints it, and `program` combines them all.

pub(crate) mod answers;
mod arguments;
mod client;
mod command;
mod completions;
#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(not(feature = "http"))]
#[path = "without_http.rs"]
pub(crate) mod http;
mod json;
mod listing;
pub(crate) mod log;
mod program;
pub(crate) mod questions;
mod run_mode;
pub(crate) mod server_options;
mod show;
mod startup_notice;
pub(crate) mod subcommand;
mod syntax;
mod tasks;
pub(crate) mod terminal;
mod usage_errors;
mod values;

/// What programs add to the command line.
pub(crate) mod added {
    #[cfg(feature = "http")]
    pub use super::http::{HttpAddress, HttpOptions};
    pub use super::run_mode::RunMode;
    pub use super::server_options::{ServerLine, ServerOptions};
    pub use super::subcommand::{Subcommand, SubcommandLine};
    /// Command-line parsing, re-exported: the options of
    /// [`ServerBuilder::run_with`](crate::ServerBuilder::run_with) derive its `Args`. To derive
    /// them, depend on clap 4 yourself, with its feature `derive`.
    pub use clap;
}

/// What a command needs to serve as `--http` does.
pub mod serving {
    #[cfg(feature = "http")]
    pub use super::http::{address, serve_on};
}

use crate::error::Result;
use crate::server::Server;
use listing::Listing;

pub(crate) use command::{CommandLine, Job, RequestLine};
pub(crate) use run_mode::RunMode;
pub(crate) use startup_notice::print_stdio_notice;
pub(crate) use subcommand::Subcommands;
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
