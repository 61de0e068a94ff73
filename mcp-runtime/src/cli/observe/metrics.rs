//! `--metrics`: metrics for Prometheus, on a separate address.

use std::io::ErrorKind;
use std::net::SocketAddr;

use clap::{Arg, ArgMatches};
use tokio::net::TcpListener;

use crate::cli::http::address;
use crate::cli::terminal::screen;
use crate::cli::values::value;
use crate::error::{Error, Result};
use crate::observe::{Metrics, Telemetry};
use crate::server::ServerBuilder;

/// The option, which is left out if the program has one of that name.
pub(super) fn arg() -> Option<Arg> {
    let metrics =
        Arg::new("mcp-metrics").long("metrics").value_name("ADDR").value_parser(address).help(
            "Serve counts for Prometheus at /metrics of an address of their own, such as 9464",
        );
    Some(metrics)
}

/// Enables the metrics of a server, and serves them for as long as the runtime runs, if configured
/// on the command line.
///
/// Clients start a server of standard input once for each of their windows, with the same options:
/// one that comes second `may_go_without` metrics.
///
/// # Errors
///
/// When the address cannot be bound.
pub(super) async fn set_up(
    server: ServerBuilder,
    line: &ArgMatches,
    may_go_without: bool,
) -> Result<ServerBuilder> {
    let Some(address) = value::<SocketAddr>(line, "mcp-metrics") else {
        return Ok(server);
    };
    let listener = match TcpListener::bind(address).await {
        Ok(listener) => listener,
        Err(error) if may_go_without && error.kind() == ErrorKind::AddrInUse => {
            // `-v` is for what happens later.
            screen::log_line(&format!(
                "--metrics {address}: {error}; this server runs without metrics"
            ));
            return Ok(server);
        }
        Err(error) => return Err(Error::other(format!("--metrics {address}: {error}"))),
    };
    let metrics = Metrics::new();
    tokio::spawn(metrics.clone().serve_on(listener));
    Ok(server.telemetry(Telemetry::new().metrics(metrics)))
}
