//! `--read-only`, `--audit` and `--metrics`: options for operators of a server.

#[cfg(feature = "http")]
mod metrics;
#[cfg(not(feature = "http"))]
#[path = "without_metrics.rs"]
mod metrics;

use std::path::PathBuf;

use clap::{Arg, ArgAction, value_parser};

use crate::cli::command::{CommandLine, Job};
use crate::cli::values::value;
use crate::error::Result;
use crate::observe::{Audit, Telemetry};
use crate::server::ServerBuilder;

/// The options, each of which is left out if the program has one of that name.
pub(crate) fn args() -> Vec<Arg> {
    let mut args = vec![
        Arg::new("mcp-read-only")
            .long("read-only")
            .action(ArgAction::SetTrue)
            .help("Offer only the tools that say that they change nothing"),
        Arg::new("mcp-audit")
            .long("audit")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Append a line of JSON to a file for each call of a tool"),
    ];
    args.extend(metrics::arg());
    args
}

/// Configures a server from the command line: calls are recorded if the command calls handlers, and
/// metrics are served if the server is.
///
/// # Errors
///
/// When the file cannot be opened, or the address of the metrics cannot be bound, unless another
/// server of standard input may have it.
pub(crate) async fn set_up(mut server: ServerBuilder, line: &CommandLine) -> Result<ServerBuilder> {
    let options = &line.for_operators;
    if value(options, "mcp-read-only") == Some(&true) {
        server = server.visible(|_, feature| feature.is_read_only());
    }
    if let Some(file) = value::<PathBuf>(options, "mcp-audit")
        && !line.calls_no_handler()
    {
        server = server.telemetry(Telemetry::new().audit(Audit::file(file)?));
    }
    match line.job {
        Job::Stdio => metrics::set_up(server, options, true).await,
        Job::Http(_) => metrics::set_up(server, options, false).await,
        _ => Ok(server),
    }
}
