//! What there is of `metrics` in a program that cannot serve HTTP.

use clap::{Arg, ArgMatches};

use crate::error::Result;
use crate::server::ServerBuilder;

pub(super) fn arg() -> Option<Arg> {
    None
}

pub(super) async fn set_up(
    server: ServerBuilder,
    _: &ArgMatches,
    _: bool,
) -> Result<ServerBuilder> {
    Ok(server)
}
