//! `--tls-cert` and `--tls-key`.

use mcp_runtime::clap::{Arg, ArgMatches};
use mcp_runtime::http::Http;
use mcp_runtime::{Error, Result};

use super::{Named, option, said};
use crate::Tls;

const CERTIFICATE: Named = ("tls-cert", "MCP_TLS_CERT");
const KEY: Named = ("tls-key", "MCP_TLS_KEY");

pub(super) fn args() -> Vec<Arg> {
    let certificate = "Encrypt connections with this certificate, a PEM file [env: MCP_TLS_CERT]";
    let key = "The key of the certificate, a PEM file [env: MCP_TLS_KEY]";
    vec![
        option(CERTIFICATE, "FILE", certificate).requires(KEY.0),
        option(KEY, "FILE", key).requires(CERTIFICATE.0),
    ]
}

/// Encrypts connections, if a certificate and its key are given.
pub(super) fn apply(http: Http, line: &ArgMatches) -> Result<Http> {
    match (said(line, CERTIFICATE), said(line, KEY)) {
        (None, None) => Ok(http),
        (Some(certificate), Some(key)) => {
            Ok(http.encrypted(Tls::files(certificate, key)?.acceptor()))
        }
        _ => Err(Error::other("to encrypt connections, set both: MCP_TLS_CERT and MCP_TLS_KEY")),
    }
}
