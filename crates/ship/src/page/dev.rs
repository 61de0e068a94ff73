//! `dev`: serves HTTP with a page on which a person tries the server.

use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;
use std::sync::Mutex;

use mcp_runtime::clap::{Arg, ArgAction, ArgMatches, Command};
use mcp_runtime::http::Http;
use mcp_runtime::internal::serving::{address, serve_on};
use mcp_runtime::{Error, Result, Server, Subcommand, SubcommandLine};
use tempfile::TempPath;
use tokio::net::TcpListener;

use super::Page;
use super::browser::show;
use super::options::{given_token, tell, token_arg};
#[cfg(all(unix, not(mcp_portable)))]
use super::watch;

/// The command `dev`: serves HTTP with a page on which a person tries the server, and which shows
/// what clients send.
#[must_use]
pub fn dev() -> Subcommand {
    let address = Arg::new("address")
        .value_name("ADDR")
        .value_parser(address)
        .default_value("127.0.0.1:0")
        .hide_default_value(true);
    let no_open = Arg::new("no-open").long("no-open").action(ArgAction::SetTrue);
    let names = |name: &'static str, value| {
        Arg::new(name).long(name).value_name(value).action(ArgAction::Append)
    };
    let host = names("allow-host", "HOST").help("Also serve requests for this host name");
    let origin = names("allow-origin", "ORIGIN");
    let command = Command::new("dev")
        .about("Serve HTTP with a page to try the server, and show what clients send")
        .args(watch_args())
        .arg(address.help("The port or address to listen on [default: a free port on localhost]"))
        .arg(no_open.help("Do not open a browser"))
        .arg(token_arg())
        .arg(host)
        .arg(
            origin.help(
                "Also serve requests from pages of this origin, such as https://app.example.com",
            ),
        )
        .after_help("Only requests with the token in the printed URL are served.");
    Subcommand::new(command, run)
}

/// The options for what follows a change; not every system can hand a socket to another process.
fn watch_args() -> Vec<Arg> {
    if !cfg!(all(unix, not(mcp_portable))) {
        return Vec::new();
    }
    let watch = Arg::new("watch").long("watch").action(ArgAction::SetTrue);
    let build = Arg::new("build").long("build").value_name("COMMAND").requires("watch");
    vec![
        watch.help("Rebuild the program when one of its files changes, and restart the server"),
        build.help(
            "The command that builds the program [default: cargo build, with the profile of the \
             running program]",
        ),
    ]
}

/// Serves until the process is asked to exit.
async fn run(server: Server, line: SubcommandLine) -> Result<()> {
    let line = line.matches();
    // clap has a default.
    let Some(address) = line.get_one::<SocketAddr>("address") else { return Ok(()) };
    let all = |name| line.get_many::<String>(name).unwrap_or_default().cloned();
    let http = server
        .clone()
        .into_http()
        .allow_hosts(all("allow-host"))
        .allow_origins(all("allow-origin"));
    #[cfg(all(unix, not(mcp_portable)))]
    if line.get_flag("watch") {
        return match watch::socket_of_parent()? {
            Some((socket, parent)) => tokio::select! {
                served = serve_on(&server, with_page(http, line)?, socket) => served,
                () = watch::parent_has_ended(parent) => Ok(()),
            },
            None => watch::watch(listen(*address).await?, line).await,
        };
    }
    // Any address may be served, since there is a token.
    serve_on(&server, with_page(http, line)?, listen(*address).await?).await
}

async fn listen(address: SocketAddr) -> Result<TcpListener> {
    let listening = |error| Error::other(format!("cannot listen on {address}: {error}"));
    TcpListener::bind(address).await.map_err(listening)
}

/// Adds the page with a history, and shows where it is as soon as it is served.
fn with_page(http: Http, line: &ArgMatches) -> Result<Http> {
    let (page, token) = match given_token(line) {
        Some(token) => (Page::new().token(&token), token),
        None => Page::new().random_token(),
    };
    let http = http.client_header("Authorization", format!("Bearer {token}"));
    let opens = !line.get_flag("no-open") && io::stdout().is_terminal();
    // The file that leads the browser to the page is deleted at the end.
    let opened = Mutex::new(None);
    Ok(page.history().add_to(http)?.on_listening(move |address| {
        let url = format!("http://{address}/#{token}");
        tell(&url);
        if let (true, Ok(mut opened)) = (opens, opened.lock()) {
            *opened = open(&url);
        }
    }))
}

/// Shows the page in the browser of the person, and returns the file that leads there.
fn open(url: &str) -> Option<TempPath> {
    match show(url) {
        Ok(file) => Some(file),
        Err(error) => {
            tracing::warn!(%error, "could not open a browser");
            None
        }
    }
}
