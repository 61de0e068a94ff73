//! `--metrics`: metrics for Prometheus, on a separate address.

use std::io::ErrorKind;
use std::net::SocketAddr;

use mcp_runtime::clap::Arg;
use mcp_runtime::observe::Telemetry;
use mcp_runtime::terminal::stderr;
use mcp_runtime::{HttpAddress, Result, RunMode, ServerBuilder, ServerLine, ServerOptions};
use mcp_runtime_protocol::Error;
use tokio::net::TcpListener;

use crate::Metrics;

/// The identifier of the option; one of the program may be called `metrics`.
const METRICS: &str = "mcp-metrics";

/// The options.
pub(super) fn options() -> Option<ServerOptions> {
    Some(ServerOptions::new([arg()], set_up))
}

fn arg() -> Arg {
    Arg::new(METRICS)
        .long("metrics")
        .value_name("ADDR")
        .value_parser(address)
        .help("Serve Prometheus metrics at /metrics on a separate port or address, such as 9464 or localhost:9464")
}

fn address(typed: &str) -> Result<SocketAddr, String> {
    match typed.parse()? {
        HttpAddress::Tcp(address) => Ok(address),
        _ => Err("write a port or an address, such as 9464 or localhost:9464".to_owned()),
    }
}

/// Collects the metrics of a server, and serves them for as long as the runtime runs.
///
/// Clients start a server over standard input once for each of their windows, with the same
/// options: those after the first go without metrics.
fn set_up(server: ServerBuilder, line: &ServerLine<'_>) -> Result<ServerBuilder> {
    let serves = matches!(line.mode(), RunMode::Stdio | RunMode::Http);
    let Some(address) = line.value::<SocketAddr>(METRICS).filter(|_| serves) else {
        return Ok(server);
    };
    let listener = match listen(*address) {
        Ok(listener) => listener,
        Err(error) if line.mode() == RunMode::Stdio && error.kind() == ErrorKind::AddrInUse => {
            // Not in the log, which a person may not have asked for.
            stderr::log_line(&format!(
                "--metrics {address}: {error}; this server runs without metrics"
            ));
            return Ok(server);
        }
        Err(error) => return Err(Error::other(format!("--metrics {address}: {error}"))),
    };
    let metrics = Metrics::new();
    tokio::spawn(metrics.clone().serve_on(listener));
    Ok(server.telemetry(Telemetry::new().observer(metrics)))
}

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}
