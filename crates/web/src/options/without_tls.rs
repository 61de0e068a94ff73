//! What stands for `--tls-cert` and `--tls-key` in a program that has no TLS.

use mcp_runtime::Result;
use mcp_runtime::clap::{Arg, ArgMatches};
use mcp_runtime::http::Http;

pub(super) fn args() -> Vec<Arg> {
    Vec::new()
}

pub(super) fn apply(http: Http, _: &ArgMatches) -> Result<Http> {
    Ok(http)
}
