//! `--tls-cert` and `--tls-key`.

use mcp_runtime::clap::{Arg, ArgMatches};
use mcp_runtime::http::Http;
use mcp_runtime::{Error, Result};

use super::{Named, option, option_value};
use crate::Tls;

const CERTIFICATE: Named = ("tls-cert", "MCP_TLS_CERT");
const KEY: Named = ("tls-key", "MCP_TLS_KEY");
const AUTHORITIES: Named = ("tls-client-ca", "MCP_TLS_CLIENT_CA");

pub(super) fn args() -> Vec<Arg> {
    let certificate = "Encrypt connections with this certificate, a PEM file [env: MCP_TLS_CERT]";
    let key = "The key of the certificate, a PEM file [env: MCP_TLS_KEY]";
    let authorities = "Require client certificates that were issued by a CA in this PEM file [env: MCP_TLS_CLIENT_CA]";
    vec![
        option(CERTIFICATE, "FILE", certificate).requires(KEY.0),
        option(KEY, "FILE", key).requires(CERTIFICATE.0),
        option(AUTHORITIES, "FILE", authorities),
    ]
}

/// Encrypts connections, if a certificate and its key are given.
pub(super) fn apply(http: Http, line: &ArgMatches) -> Result<Http> {
    let authorities = option_value(line, AUTHORITIES);
    match (option_value(line, CERTIFICATE), option_value(line, KEY)) {
        (None, None) if authorities.is_none() => Ok(http),
        (Some(certificate), Some(key)) => {
            let base = Tls::files(certificate, key)?;
            let tls = match authorities {
                Some(file) => base.client_authorities(file)?,
                None => base,
            };
            Ok(http.encrypted(tls.acceptor()))
        }
        _ => Err(Error::other("to encrypt connections, set both: MCP_TLS_CERT and MCP_TLS_KEY")),
    }
}
