//! `dev` and `--page`: a page beside MCP, in which a person tries the server.

use std::env;
use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;

use clap::{Arg, ArgAction, ArgMatches};

use super::http::{self, Serving, ShownPage};
use crate::error::{Error, Result};
use crate::page::{self, Page};

/// The token of the page, and the variable from which it is read otherwise.
const TOKEN: (&str, &str) = ("page-token", "MCP_PAGE_TOKEN");

/// The options for serving HTTP.
pub(crate) fn args() -> Vec<Arg> {
    let page = Arg::new("page").long("page").requires("http").action(ArgAction::SetTrue);
    vec![
        page.help("Serve a page at / in which a person tries the server"),
        token().requires("page"),
    ]
}

/// The definition of the command.
pub(crate) fn commands() -> Vec<clap::Command> {
    let flag =
        |name: &'static str, help| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let address = Arg::new("http").value_name("ADDR").default_value("127.0.0.1:0");
    let address = address.value_parser(http::address);
    let command = clap::Command::new("dev")
        .about("Serve HTTP with a page to try the server, and show what clients send")
        .arg(address.help("Where: a port, or an address of this machine [default: a free port]"))
        .arg(flag("no-open", "Open no browser"))
        .arg(token())
        .args(http::names())
        .after_help("Only requests with the token in the printed URL are served.");
    vec![command]
}

fn token() -> Arg {
    let (name, _) = TOKEN;
    Arg::new(name).long(name).value_name("TOKEN").help(
        "Serve only requests with this token [env: MCP_PAGE_TOKEN]; by default, `dev` generates one",
    )
}

/// Adds the page, if it is requested.
///
/// # Errors
///
/// When it would be open to the network, or when it would accept two kinds of tokens.
pub(crate) fn add(serving: Serving, line: &ArgMatches) -> Result<Serving> {
    let is_dev = http::is_dev(line);
    if !is_dev && !line.get_flag("page") {
        return Ok(serving);
    }
    let (name, variable) = TOKEN;
    let token = line.get_one::<String>(name).cloned();
    let token = token.or_else(|| env::var(variable).ok().filter(|token| !token.is_empty()));
    let is_protected = serving.http.is_protected();
    let is_local =
        line.get_one::<SocketAddr>("http").is_some_and(|address| address.ip().is_loopback());
    let (page, token) = match token {
        Some(_) if is_protected => {
            return Err(Error::other(
                "the server has an issuer of tokens: it takes no --page-token beside",
            ));
        }
        Some(token) => (Page::new().token(&token), Some(token)),
        None if is_dev => {
            let (page, token) = Page::new().random_token();
            (page, Some(token))
        }
        None if is_local || is_protected => (Page::new(), None),
        None => {
            return Err(Error::other(
                "with --page on an address of the network, say which token its users have: --page-token \
                 TOKEN (or MCP_PAGE_TOKEN)",
            ));
        }
    };
    let opens = is_dev && !line.get_flag("no-open") && io::stdout().is_terminal();
    let page = if is_dev { page.history() } else { page };
    Ok(Serving {
        http: serving.http.page(page),
        page: Some(token.as_ref().map_or_else(String::new, |token| format!("#{token}"))),
        token,
        open: opens.then_some(open),
    })
}

/// Shows the page in the browser of the person. The file that leads there is deleted when the
/// returned value is dropped.
fn open(url: &str) -> Option<ShownPage> {
    match page::show(url) {
        Ok(file) => Some(Box::new(file)),
        Err(error) => {
            tracing::warn!(%error, "no browser was opened");
            None
        }
    }
}
