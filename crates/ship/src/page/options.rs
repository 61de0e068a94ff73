//! `--page`, beside `--http`.

use std::env;
use std::io::Write as _;

use mcp_runtime::clap::{Arg, ArgAction, ArgMatches};
use mcp_runtime::http::Http;
use mcp_runtime::{Error, HttpAddress, HttpOptions, Result};

use super::Page;

/// The option with the token of the page.
const TOKEN: &str = "page-token";

/// The variable from which the token is read otherwise.
pub(super) const TOKEN_VARIABLE: &str = "MCP_PAGE_TOKEN";

/// The options `--page` and `--page-token`, beside `--http`: they serve the page at `/`.
///
/// Add them after others that authorize requests, so that the page knows of them.
#[must_use]
pub fn options() -> HttpOptions {
    let page = Arg::new("page")
        .long("page")
        .action(ArgAction::SetTrue)
        .help("Serve a page at / to try the server in a browser");
    HttpOptions::new([page, token_arg().requires("page")], add)
}

pub(super) fn token_arg() -> Arg {
    Arg::new(TOKEN).long(TOKEN).value_name("TOKEN").help(
        "Serve only requests with this token [env: MCP_PAGE_TOKEN]; by default, `dev` generates one",
    )
}

/// The token on the command line or in the environment.
pub(super) fn given_token(line: &ArgMatches) -> Option<String> {
    let token = line.get_one::<String>(TOKEN).cloned();
    token.or_else(|| env::var(TOKEN_VARIABLE).ok().filter(|token| !token.is_empty()))
}

/// Adds the page, if it is requested.
fn add(http: Http, line: &ArgMatches) -> Result<Http> {
    if !line.get_flag("page") {
        return Ok(http);
    }
    let is_protected = http.is_protected();
    let is_local = line.get_one::<HttpAddress>("http").is_some_and(HttpAddress::is_local);
    let http = match given_token(line) {
        Some(_) if is_protected => {
            return Err(Error::other(
                "--page-token cannot be combined with an issuer of tokens (--issuer)",
            ));
        }
        Some(token) => {
            let http = http.client_header("Authorization", format!("Bearer {token}"));
            let page = Page::new().token(&token).add_to(http)?;
            return Ok(
                page.on_listening(move |address| tell(&format!("http://{address}/#{token}")))
            );
        }
        None if is_local || is_protected => Page::new().add_to(http)?,
        None => {
            return Err(Error::other(
                "--page on a network address requires a token: set --page-token TOKEN (or MCP_PAGE_TOKEN)",
            ));
        }
    };
    Ok(http.on_listening(|address| tell(&format!("http://{address}/"))))
}

/// Tells where the page is. Nobody may be there to read it.
pub(super) fn tell(url: &str) {
    let _ = writeln!(std::io::stdout(), "Page: {url}");
}
