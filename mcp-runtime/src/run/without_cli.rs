//! A program that serves standard input and output, and has no command line.

use tokio::runtime::Builder;

use super::runtime::block_on;
use super::serve_stdio;
use crate::error::Result;
use crate::server::{Server, ServerBuilder, environment};

pub(super) fn run(server: Server) -> Result<()> {
    block_on(Builder::new_current_thread(), run_async(server))
}

pub(super) async fn run_async(server: Server) -> Result<()> {
    environment::check(&server.info().name, server.needs())?;
    serve_stdio(server).await
}

pub(super) fn build_and_run(server: ServerBuilder) -> Result<()> {
    block_on(Builder::new_current_thread(), build_and_run_async(server))
}

pub(super) async fn build_and_run_async(server: ServerBuilder) -> Result<()> {
    environment::check(&server.info().name, server.needed_environment())?;
    serve_stdio(server.open().await?.build()?).await
}
