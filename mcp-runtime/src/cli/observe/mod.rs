//! `--read-only`, `--audit` and `--metrics`: options for operators of a server.

#[cfg(feature = "http")]
pub(crate) mod metrics;

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, value_parser};

use crate::cli::values::value;
use crate::error::Result;
use crate::observe::Audit;
use crate::server::ServerBuilder;

/// The options, each of which is left out if the program has one of that name.
pub(crate) fn args() -> Vec<Arg> {
    vec![
        Arg::new("mcp-read-only")
            .long("read-only")
            .action(ArgAction::SetTrue)
            .help("Offer only the tools that say that they change nothing"),
        Arg::new("mcp-audit")
            .long("audit")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Append a line of JSON to a file for each call of a tool"),
    ]
}

/// Configures a server from the command line; calls are recorded if the command calls handlers.
///
/// # Errors
///
/// When the file cannot be opened.
pub(crate) fn set_up(
    mut server: ServerBuilder,
    line: &ArgMatches,
    calls_handlers: bool,
) -> Result<ServerBuilder> {
    if value(line, "mcp-read-only") == Some(&true) {
        server = server.read_only();
    }
    if let Some(file) = value::<PathBuf>(line, "mcp-audit")
        && calls_handlers
    {
        server = server.audit(Audit::file(file)?);
    }
    Ok(server)
}
