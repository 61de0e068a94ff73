//! `--http`: serves HTTP as configured on the command line.

mod options;

use std::net::{SocketAddr, ToSocketAddrs as _};

use clap::{Arg, ArgAction, ArgMatches};
use tokio::runtime::Builder;

use crate::cli::startup_notice::print_http_notice;
use crate::cli::values::value;
use crate::error::Result;
use crate::http::Http;
use crate::server::{Server, States};
use crate::transport::asked_to_end;
use crate::transport::http::reached_at;
use options::AddedHttpOptions;
pub use options::HttpOptions;

const OPEN: &str = "open-to-network-without-authorization";

/// The options for serving HTTP.
pub(crate) fn args(states: &States) -> Vec<Arg> {
    let mut args = vec![
        Arg::new("http").long("http").value_name("ADDR").value_parser(address).help(
            "Serve HTTP at /mcp of an address, such as 8000, localhost:8000 or 127.0.0.1:8000",
        ),
        Arg::new(OPEN)
            .long(OPEN)
            .action(ArgAction::SetTrue)
            .help("Let anybody who reaches the machine use the server"),
    ];
    args.splice(1..1, host_args().into_iter().chain(proxies()));
    let of_http = |arg: Arg| if arg.get_id() == "http" { arg } else { arg.requires("http") };
    args.into_iter().map(of_http).chain(AddedHttpOptions::of(states).args()).collect()
}

/// The options for allowed hosts and origins.
fn host_args() -> [Arg; 2] {
    [
        Arg::new("allow-host")
            .long("allow-host")
            .value_name("HOST")
            .action(ArgAction::Append)
            .help("Serve requests for this host name, too"),
        Arg::new("allow-origin")
            .long("allow-origin")
            .value_name("ORIGIN")
            .action(ArgAction::Append)
            .help("Serve pages of this origin, such as https://app.example.com"),
    ]
}

/// The options for the proxies in front of the server.
fn proxies() -> [Arg; 2] {
    [
        Arg::new("trust-proxy")
            .long("trust-proxy")
            .value_name("CIDR")
            .action(ArgAction::Append)
            .help("Trust this proxy to tell the addresses of clients: 10.0.0.0/8, or loopback"),
        Arg::new("trust-proxy-header")
            .long("trust-proxy-header")
            .value_name("NAME")
            .requires("trust-proxy")
            .help("Read the addresses in this header: X-Forwarded-For (the default) or Forwarded"),
    ]
}

/// The option for health checks, which is left out if the program has one of that name.
pub(crate) fn operator_args() -> Vec<Arg> {
    let health =
        Arg::new("mcp-health").long("health").requires("http").action(ArgAction::SetTrue).help(
            "Answer load balancers at /health and /ready, and serve 5 s more when asked to end",
        );
    vec![health]
}

/// The runtime of a program that serves HTTP.
pub(crate) fn runtime() -> Builder {
    Builder::new_multi_thread()
}

/// Serves as the command line says, until the process is asked to exit.
///
/// # Errors
///
/// When the address cannot be served.
pub(crate) async fn serve(server: Server, line: ArgMatches) -> Result<()> {
    let all = |name| line.get_many::<String>(name).unwrap_or_default().cloned();
    let http = server.clone().into_http();
    let http = http.allow_hosts(all("allow-host")).allow_origins(all("allow-origin"));
    let http = behind_proxies(http, &line)?;
    let is_set = |flag| value(&line, flag) == Some(&true);
    let http = if is_set(OPEN) { http.open_to_network_without_authorization() } else { http };
    let http = if is_set("mcp-health") { http.health("/health").ready("/ready") } else { http };
    let http = AddedHttpOptions::of(server.states()).apply(http, &line)?;
    // clap requires it.
    let Some(address) = line.get_one::<SocketAddr>("http") else { return Ok(()) };
    serve_http(&server, http, *address).await
}

/// Serves at an address until the process is asked to exit, and tells a person how to use it.
///
/// # Errors
///
/// When the address cannot be served.
pub async fn serve_http(server: &Server, http: Http, address: SocketAddr) -> Result<()> {
    let listener = http.bind(address).await?;
    // From here on, a signal shuts down gracefully.
    let end = asked_to_end()?;
    let served = reached_at(listener.local_addr().unwrap_or(address));
    let url = format!("http://{served}{}", http.served_path());
    print_http_notice(server, &url, http.client_headers());
    tracing::info!(%url, "serving");
    http.serve_on(listener, end).await
}

/// Trusts the proxies that are named.
fn behind_proxies(http: Http, line: &ArgMatches) -> Result<Http> {
    if value::<String>(line, "trust-proxy").is_none() {
        return Ok(http);
    }
    let proxies = line.get_many::<String>("trust-proxy").unwrap_or_default();
    let http = http.trusted_proxies(proxies)?;
    match line.get_one::<String>("trust-proxy-header") {
        Some(header) => http.trusted_proxy_header(header),
        None => Ok(http),
    }
}

/// Parses a port of this machine, or an address with a host name or an IP.
///
/// # Errors
///
/// When it is neither, or the name has no address.
pub fn address(typed: &str) -> Result<SocketAddr, String> {
    let is_port = typed.bytes().all(|byte| byte.is_ascii_digit());
    let address = if is_port { format!("127.0.0.1:{typed}") } else { typed.to_owned() };
    let found = address.to_socket_addrs();
    let found = found.map_err(|error| format!("{error}; write 8000 or localhost:8000"))?;
    // Clients that only try one address of a name use the IPv4 one.
    let found = found.min_by_key(SocketAddr::is_ipv6);
    found.ok_or_else(|| "the name has no address".to_owned())
}
