//! Serving as a program.

use super::program;
use crate::error::Result;
use crate::server::{Server, ServerBuilder};

impl Server {
    /// Runs the server as a program: over standard input and output, or as the command line says.
    ///
    /// It starts its own runtime. A program that has to await something before it serves has a
    /// runtime already, and awaits [`run_async`](Self::run_async).
    ///
    /// # Errors
    ///
    /// When serving fails, or when called within a runtime.
    #[inline]
    pub fn run(self) -> Result<()> {
        program::run(self)
    }

    /// Runs the server as a program, like [`run`](Self::run), in the runtime of the caller.
    ///
    /// ```no_run
    /// # async fn connect() -> mcp_runtime::Result<()> { Ok(()) }
    /// #[tokio::main(flavor = "current_thread")]
    /// async fn main() -> mcp_runtime::Result<()> {
    ///     let database = connect().await?;
    ///     mcp_runtime::server!().state(database).run_async().await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When serving fails.
    pub async fn run_async(self) -> Result<()> {
        program::run_async(self).await
    }
}

impl ServerBuilder {
    /// Builds the server and runs it as the program; see [`Server::run`].
    ///
    /// # Errors
    ///
    /// When the server cannot be built, or serving fails.
    pub fn run(self) -> Result<()> {
        program::build_and_run(self)
    }

    /// Builds the server and runs it as the program; see [`Server::run_async`].
    ///
    /// # Errors
    ///
    /// When the server cannot be built, or serving fails.
    pub async fn run_async(self) -> Result<()> {
        program::build_and_run_async(self).await
    }
}
