//! `--metrics`: counts for Prometheus, on an address of their own.

use std::net::SocketAddr;

use clap::{Arg, ArgMatches};
use tokio::net::TcpListener;

use crate::cli::http::address;
use crate::error::{Error, Result};
use crate::observe::Metrics;
use crate::server::ServerBuilder;

/// The option, which gives way to one of the program's own.
pub(crate) fn arg() -> Arg {
    Arg::new("mcp-metrics")
        .long("metrics")
        .value_name("ADDR")
        .value_parser(address)
        .help("Serve counts for Prometheus at /metrics of an address of their own, such as 9464")
}

/// Lets a server count, and serves what is counted for as long as the runtime runs, if the command line
/// says so.
///
/// # Errors
///
/// When the address cannot be had.
pub(crate) async fn set_up(server: ServerBuilder, line: &ArgMatches) -> Result<ServerBuilder> {
    let Ok(Some(address)) = line.try_get_one::<SocketAddr>("mcp-metrics") else {
        return Ok(server);
    };
    let listening = |error| Error::other(format!("--metrics {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(listening)?;
    let metrics = Metrics::new();
    tokio::spawn(metrics.clone().serve_on(listener));
    Ok(server.metrics(metrics))
}
