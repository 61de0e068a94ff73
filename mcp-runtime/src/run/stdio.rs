//! Serving over standard input and output, and as a program.

use tokio::runtime::Builder;

use super::program;
use super::runtime::block_on;
use crate::error::Result;
use crate::server::{Server, ServerBuilder};
use crate::transport;

impl Server {
    /// Serves the standard input and output of the process, until the input ends or the process
    /// is asked to end.
    ///
    /// From then on nothing else in the process reaches the real standard output: printed text goes
    /// to standard error. On systems other than Unix, handlers must not print: the client would
    /// read it as a message.
    ///
    /// # Errors
    ///
    /// When reading fails.
    pub async fn serve_stdio(self) -> Result<()> {
        transport::stdio::serve(self).await
    }

    /// Runs the server over standard input and output, on a runtime of its own.
    ///
    /// # Errors
    ///
    /// When serving fails.
    #[inline]
    pub fn run_stdio(self) -> Result<()> {
        block_on(Builder::new_current_thread(), self.serve_stdio())
    }

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
