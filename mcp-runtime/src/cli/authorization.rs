//! `--issuer` and `--audience`: protects the server, as configured on the command line or in the
//! environment.

use std::env;

use clap::{Arg, ArgMatches};

use super::http::{Serving, is_dev};
use crate::auth::ProtectedResource;
use crate::error::{Error, Result};

/// The options, and the variables from which they are read otherwise.
const ISSUER: (&str, &str) = ("issuer", "MCP_ISSUER");
const AUDIENCE: (&str, &str) = ("audience", "MCP_AUDIENCE");
const SCOPE: (&str, &str) = ("require-scope", "MCP_REQUIRE_SCOPE");

/// The options for protecting a server.
pub(crate) fn args() -> Vec<Arg> {
    let url = |(name, _): (&'static str, &str)| Arg::new(name).long(name).requires("http");
    vec![
        url(ISSUER)
            .value_name("URL")
            .help("Serve only requests with a token of this issuer [env: MCP_ISSUER]"),
        url(AUDIENCE).value_name("URL").help(
            "Whom tokens are for: the URL at which clients know the server [env: MCP_AUDIENCE]",
        ),
        url(SCOPE)
            .value_name("SCOPES")
            .help("Scopes that every request needs, separated by spaces [env: MCP_REQUIRE_SCOPE]"),
    ]
}

/// Protects a server, if an issuer and an audience are given.
///
/// # Errors
///
/// When only one of them is given, or when a value is invalid.
pub(crate) fn protect(serving: Serving, line: &ArgMatches) -> Result<Serving> {
    // It has a token of its own.
    if is_dev(line) {
        return Ok(serving);
    }
    let said = |(name, variable): (&str, &str)| {
        let typed = line.get_one::<String>(name).cloned();
        typed.or_else(|| env::var(variable).ok().filter(|value| !value.is_empty()))
    };
    let scopes = said(SCOPE);
    match (said(ISSUER), said(AUDIENCE)) {
        (None, None) if scopes.is_none() => Ok(serving),
        (Some(issuer), Some(audience)) => {
            let scopes = scopes.unwrap_or_default();
            let scopes = scopes.split(' ').filter(|scope| !scope.is_empty());
            let resource = ProtectedResource::new(audience).issuer(issuer).require_scopes(scopes);
            Ok(Serving { http: serving.http.protect(resource)?, ..serving })
        }
        _ => Err(Error::other(
            "to protect the server, say both: --issuer URL (or MCP_ISSUER), who issues its tokens, and \
             --audience URL (or MCP_AUDIENCE), the URL at which clients know it, such as \
             https://mcp.example.com/mcp",
        )),
    }
}
