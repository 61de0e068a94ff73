//! `--http`: serves HTTP as the command line says.

use std::net::SocketAddr;

use clap::{Arg, ArgAction, ArgMatches, value_parser};

use crate::error::Result;
use crate::server::Server;

/// The options of serving HTTP.
pub(crate) fn args() -> Vec<Arg> {
    let of_http = |name: &'static str| Arg::new(name).long(name).requires("http");
    vec![
        Arg::new("http")
            .long("http")
            .value_name("ADDR")
            .value_parser(value_parser!(SocketAddr))
            .help("Serve HTTP at /mcp of an address, such as 127.0.0.1:8080"),
        of_http("allow-host")
            .value_name("HOST")
            .action(ArgAction::Append)
            .help("Serve requests for this host name, too"),
        of_http("allow-origin")
            .value_name("ORIGIN")
            .action(ArgAction::Append)
            .help("Serve pages of this origin, such as https://app.example.com"),
        of_http("open-to-network-without-authorization")
            .action(ArgAction::SetTrue)
            .help("Let anybody who reaches the machine use the server"),
    ]
}

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
