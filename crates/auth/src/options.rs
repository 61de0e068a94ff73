//! `--issuer`, `--audience` and `--dpop`: protects the server, as configured on the command line or in the
//! environment.

use std::env;

use mcp_runtime::clap::{Arg, ArgMatches};
use mcp_runtime::http::Http;
use mcp_runtime::{Error, HttpOptions, Result};

use crate::{Dpop, ProtectedResource};

/// The options, and the variables from which they are read otherwise.
const ISSUER: (&str, &str) = ("issuer", "MCP_ISSUER");
const AUDIENCE: (&str, &str) = ("audience", "MCP_AUDIENCE");
const SCOPE: (&str, &str) = ("require-scope", "MCP_REQUIRE_SCOPE");
const DPOP: (&str, &str) = ("dpop", "MCP_DPOP");

/// The options `--issuer`, `--audience`, `--require-scope` and `--dpop`, which protect a program
/// that serves HTTP.
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
        option(
            ISSUER,
            "URL",
            "Serve only requests with a token from this issuer [env: MCP_ISSUER]",
        ),
        option(
            AUDIENCE,
            "URL",
            "The audience of tokens: the public URL of the server [env: MCP_AUDIENCE]",
        ),
        option(
            SCOPE,
            "SCOPES",
            "Scopes that every request needs, separated by spaces [env: MCP_REQUIRE_SCOPE]",
        ),
        option(
            DPOP,
            "WHEN",
            "Accept or require tokens that are bound to a key (DPoP; still a draft in MCP) [env: MCP_DPOP]",
        )
        .value_parser(["optional", "required"])
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("optional"),
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
    let dpop = said(DPOP);
    match (said(ISSUER), said(AUDIENCE)) {
        (None, None) if scopes.is_none() && dpop.is_none() => Ok(http),
        (Some(issuer), Some(audience)) => {
            let text = scopes.unwrap_or_default();
            let scopes = text.split(' ').filter(|scope| !scope.is_empty());
            let resource = ProtectedResource::new(audience).issuer(issuer).require_scopes(scopes);
            http.protect(match dpop.as_deref() {
                None => resource,
                Some("optional") => resource.dpop(Dpop::optional()),
                Some("required") => resource.dpop(Dpop::required()),
                Some(_) => return Err(Error::other("MCP_DPOP must be `optional` or `required`")),
            })
        }
        _ => Err(Error::other(
            "to protect the server, set both: --issuer URL (or MCP_ISSUER), the issuer of its \
             tokens, and --audience URL (or MCP_AUDIENCE), its public URL, such as \
             https://mcp.example.com/mcp",
        )),
    }
}
