//! What there is of `http` in a program that cannot serve it.

use clap::{Arg, ArgMatches};
use tokio::runtime::Builder;

use crate::error::{Error, Result};
use crate::server::{Server, States};

pub(crate) fn args(_: &States) -> Vec<Arg> {
    Vec::new()
}

pub(crate) fn operator_args() -> Vec<Arg> {
    Vec::new()
}

pub(crate) fn is_asked_for(_: &ArgMatches) -> bool {
    false
}

pub(crate) fn runtime() -> Builder {
    Builder::new_current_thread()
}

pub(crate) async fn serve(_: Server, _: ArgMatches) -> Result<()> {
    Err(Error::other("this program is built without the feature `http` of mcp-runtime"))
}
