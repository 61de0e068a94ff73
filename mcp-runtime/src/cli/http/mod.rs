//! `--http`: serves HTTP as configured on the command line.

mod address;
mod options;

use std::net::SocketAddr;

use clap::{Arg, ArgAction, ArgMatches};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use crate::cli::startup_notice::print_http_notice;
use crate::cli::values::value;
use crate::error::{Error, Result};
use crate::http::Http;
use crate::http::Listener;
use crate::http::reached_at;
use crate::server::{Server, States};
use crate::transport::signals::shutdown_signal;
pub use address::{HttpAddress, address};
use options::AddedHttpOptions;
pub use options::HttpOptions;

const OPEN: &str = "open-to-network-without-authorization";

/// The options for serving HTTP.
pub(crate) fn args(states: &States) -> Vec<Arg> {
    let added = AddedHttpOptions::of(states);
    let names: Vec<&'static str> = added.names().collect();
    let parse = move |typed: &str| HttpAddress::parse(typed, &names);
    let mut args = vec![
        Arg::new("http").long("http").value_name("ADDR").value_parser(parse).help(
            "Serve HTTP on this address, at /mcp; for example 8000, localhost:8000 or \
             unix:/run/notes.sock",
        ),
        Arg::new(OPEN)
            .long(OPEN)
            .action(ArgAction::SetTrue)
            .help("Serve on a network address without authorization, to anyone who can reach it"),
    ];
    args.splice(1..1, host_args().into_iter().chain(proxies()));
    if cfg!(unix) {
        args.push(socket_mode());
    }
    let of_http = |arg: Arg| if arg.get_id() == "http" { arg } else { arg.requires("http") };
    args.into_iter().map(of_http).chain(added.args()).collect()
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
            .help(
                "Also accept requests from pages of this origin, such as https://app.example.com",
            ),
    ]
}

/// The options for the proxies in front of the server.
fn proxies() -> [Arg; 2] {
    [
        Arg::new("trust-proxy")
            .long("trust-proxy")
            .value_name("CIDR")
            .action(ArgAction::Append)
            .help(
                "Trust this proxy to report the addresses of clients: 10.0.0.0/8, loopback, or \
                 unix",
            ),
        Arg::new("trust-proxy-header")
            .long("trust-proxy-header")
            .value_name("NAME")
            .requires("trust-proxy")
            .help("Read the addresses in this header: X-Forwarded-For (the default) or Forwarded"),
    ]
}

/// The option for who may open a Unix socket.
fn socket_mode() -> Arg {
    let mode = |typed: &str| match u32::from_str_radix(typed, 8) {
        Ok(mode) if mode <= 0o777 => Ok(mode),
        _ => Err("write the permissions in octal digits, such as 660"),
    };
    Arg::new("socket-mode").long("socket-mode").value_name("MODE").value_parser(mode).help(
        "The permissions of the Unix socket in octal, such as 660 to let its group open it as \
         well [default: 600]",
    )
}

/// The option for health checks, which is left out if the program has one of that name.
pub(crate) fn operator_args() -> Vec<Arg> {
    let health =
        Arg::new("mcp-health").long("health").requires("http").action(ArgAction::SetTrue).help(
            "Serve health checks at /health and /ready, and keep serving for 5 s after a request \
             to shut down",
        );
    vec![health]
}

/// Whether the command line says where to serve.
pub(crate) fn is_asked_for(line: &ArgMatches) -> bool {
    value::<HttpAddress>(line, "http").is_some()
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
    let base = server.clone().into_http();
    let allowed = base.allow_hosts(all("allow-host")).allow_origins(all("allow-origin"));
    let proxied = behind_proxies(allowed, &line)?;
    let is_set = |flag| value(&line, flag) == Some(&true);
    let open = if is_set(OPEN) { proxied.open_to_network_without_authorization() } else { proxied };
    let checked = if is_set("mcp-health") { open.health("/health").ready("/ready") } else { open };
    let with_mode = with_socket_mode(checked, &line);
    let added = AddedHttpOptions::of(server.states());
    let http = added.apply(with_mode, &line)?;
    match line.get_one::<HttpAddress>("http") {
        Some(HttpAddress::Tcp(address)) => serve_http(&server, http, *address).await,
        #[cfg(unix)]
        Some(HttpAddress::Unix(path)) => {
            let (listener, _file) = http.bind_unix(path).await?;
            let url = format!("{}://localhost{}", http.scheme(), http.served_path());
            serve_at(&server, http, listener, &format!("{url} of {}", path.display())).await
        }
        Some(HttpAddress::Named(name)) => {
            let listener = added.open(name)?;
            listener.addresses().try_for_each(|address| http.check_reach(address))?;
            serve_at(&server, http, listener, name).await
        }
        // clap requires it, and reads only what the system has.
        _ => Ok(()),
    }
}

/// Serves an address until the process is asked to exit, and tells a person how to use it.
async fn serve_http(server: &Server, http: Http, address: SocketAddr) -> Result<()> {
    let listener = http.bind(address).await?;
    serve_on(server, http, listener).await
}

/// Serves on a socket until the process is asked to exit, and tells a person how to use it.
///
/// # Errors
///
/// When the socket cannot be served.
pub async fn serve_on(server: &Server, http: Http, listener: TcpListener) -> Result<()> {
    let address = listener
        .local_addr()
        .map_err(|error| Error::io("cannot get the address of the socket", error))?;
    let url = format!("{}://{}{}", http.scheme(), reached_at(address), http.served_path());
    serve_at(server, http, listener, &url).await
}

/// Serves on a listener, and tells a person where that is.
async fn serve_at(
    server: &Server,
    http: Http,
    listener: impl Into<Listener>,
    place: &str,
) -> Result<()> {
    // From here on, a signal shuts down gracefully.
    let end = shutdown_signal()?;
    print_http_notice(server, place, http.client_headers());
    tracing::info!(url = %place, "serving");
    http.serve_on(listener, end).await
}

fn with_socket_mode(http: Http, line: &ArgMatches) -> Http {
    #[cfg(unix)]
    if let Some(mode) = value(line, "socket-mode") {
        return http.socket_mode(*mode);
    }
    http
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
