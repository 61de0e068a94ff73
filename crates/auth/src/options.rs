//! `--issuer` and `--audience`: protects the server, as configured on the command line or in the
//! environment.

use std::env;

use mcp_runtime::clap::{Arg, ArgMatches};
use mcp_runtime::http::Http;
use mcp_runtime::{Error, HttpOptions, Result};

use crate::ProtectedResource;

/// The options, and the variables from which they are read otherwise.
const ISSUER: (&str, &str) = ("issuer", "MCP_ISSUER");
const AUDIENCE: (&str, &str) = ("audience", "MCP_AUDIENCE");
const SCOPE: (&str, &str) = ("require-scope", "MCP_REQUIRE_SCOPE");

/// The options `--issuer`, `--audience` and `--require-scope`, which protect a program that serves
/// HTTP.
///
/// ```no_run
/// fn main() -> mcp_runtime::Result<()> {
///     mcp_runtime::server!().http_options(mcp_runtime_auth::options()).run()
/// }
/// ```
#[must_use]
pub fn options() -> HttpOptions {
    let option = |(name, _): (&'static str, &str), value, help| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let options = [
        option(ISSUER, "URL", "Serve only requests with a token of this issuer [env: MCP_ISSUER]"),
        option(
            AUDIENCE,
            "URL",
            "Whom tokens are for: the URL at which clients know the server [env: MCP_AUDIENCE]",
        ),
        option(
            SCOPE,
            "SCOPES",
            "Scopes that every request needs, separated by spaces [env: MCP_REQUIRE_SCOPE]",
        ),
    ];
    HttpOptions::new(options, protect)
}

/// Protects a server, if an issuer and an audience are given.
fn protect(http: Http, line: &ArgMatches) -> Result<Http> {
    let said = |(name, variable): (&str, &str)| {
        let typed = line.get_one::<String>(name).cloned();
        typed.or_else(|| env::var(variable).ok().filter(|value| !value.is_empty()))
    };
    let scopes = said(SCOPE);
    match (said(ISSUER), said(AUDIENCE)) {
        (None, None) if scopes.is_none() => Ok(http),
        (Some(issuer), Some(audience)) => {
            let scopes = scopes.unwrap_or_default();
            let scopes = scopes.split(' ').filter(|scope| !scope.is_empty());
            http.protect(ProtectedResource::new(audience).issuer(issuer).require_scopes(scopes))
        }
        _ => Err(Error::other(
            "to protect the server, say both: --issuer URL (or MCP_ISSUER), who issues its tokens, and \
             --audience URL (or MCP_AUDIENCE), the URL at which clients know it, such as \
             https://mcp.example.com/mcp",
        )),
    }
}
