//! `--audit` and `--metrics`: options for the operators of a server.

#[cfg(feature = "http")]
mod metrics;
#[cfg(not(feature = "http"))]
#[path = "options/without_http.rs"]
mod metrics;

use std::path::PathBuf;

use mcp_runtime::clap::{Arg, value_parser};
use mcp_runtime::observe::Telemetry;
use mcp_runtime::{Result, RunMode, ServerBuilder, ServerLine, ServerOptions};

use crate::Audit;

/// The identifier of the option; one of the program may be called `audit`.
const AUDIT: &str = "mcp-audit";

/// Adds options for operators to the command line of a server.
///
/// | option | what it does |
/// |---|---|
/// | `--audit FILE` | appends a line of JSON to a file for each tool call; see [`Audit`] |
/// | `--metrics ADDR` | serves [`Metrics`](crate::Metrics) at `/metrics` on a separate port or address (with the feature `http`) |
///
/// A program that has an option of the same name keeps its own.
pub trait Observe {
    /// Adds the options.
    ///
    /// ```no_run
    /// use mcp_runtime::server;
    /// use mcp_runtime_observe::Observe;
    ///
    /// fn main() -> mcp_runtime::Result<()> {
    ///     server!().observe().run()
    /// }
    /// ```
    #[must_use]
    fn observe(self) -> Self;
}

impl Observe for ServerBuilder {
    fn observe(self) -> Self {
        let audit = ServerOptions::new([audit_arg()], audit);
        metrics::options().into_iter().fold(audit.add_to(self), |server, more| more.add_to(server))
    }
}

fn audit_arg() -> Arg {
    Arg::new(AUDIT)
        .long("audit")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Append a line of JSON to a file for each tool call")
}

/// Opens the audit log, unless no handler is called.
fn audit(server: ServerBuilder, line: &ServerLine<'_>) -> Result<ServerBuilder> {
    match line.value::<PathBuf>(AUDIT) {
        Some(file) if line.mode() != RunMode::Inspection => {
            Ok(server.telemetry(Telemetry::new().observer(Audit::file(file)?)))
        }
        _ => Ok(server),
    }
}
