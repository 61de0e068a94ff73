//! What there is of `observe` in a program without it.

use clap::Arg;

use super::command::CommandLine;
use crate::error::Result;
use crate::server::ServerBuilder;

pub(crate) fn args() -> Vec<Arg> {
    Vec::new()
}

pub(crate) async fn set_up(server: ServerBuilder, _: &CommandLine) -> Result<ServerBuilder> {
    Ok(server)
}
