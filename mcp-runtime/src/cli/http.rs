//! `--http`: serves HTTP as the command line says.

use std::net::SocketAddr;

use clap::ArgMatches;

use crate::error::Result;
use crate::server::Server;

/// Serves until the process is asked to end.
///
/// # Errors
///
/// When the address cannot be served.
pub(crate) async fn serve(server: Server, line: ArgMatches) -> Result<()> {
    let all = |name| line.get_many::<String>(name).unwrap_or_default().cloned();
    let http = server.into_http().allow_hosts(all("allow-host")).allow_origins(all("allow-origin"));
    let is_open = line.get_flag("open-to-network-without-authorization");
    let http = if is_open { http.open_to_network_without_authorization() } else { http };
    // clap asks for it.
    let Some(address) = line.get_one::<SocketAddr>("http") else { return Ok(()) };
    http.serve(*address).await
}
