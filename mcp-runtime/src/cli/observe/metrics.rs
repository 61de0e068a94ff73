//! `--metrics`: metrics for Prometheus, on a separate address.

use std::net::SocketAddr;

use clap::{Arg, ArgMatches};
use tokio::net::TcpListener;

use crate::cli::http::address;
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
/// # Errors
///
/// When the address cannot be bound.
pub(super) async fn set_up(server: ServerBuilder, line: &ArgMatches) -> Result<ServerBuilder> {
    let Some(address) = value::<SocketAddr>(line, "mcp-metrics") else {
        return Ok(server);
    };
    let listening = |error| Error::other(format!("--metrics {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(listening)?;
    let metrics = Metrics::new();
    tokio::spawn(metrics.clone().serve_on(listener));
    Ok(server.telemetry(Telemetry::new().metrics(metrics)))
}
