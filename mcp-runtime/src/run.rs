//! Serving: over any transport, over standard input and output, or as a program.

use std::future::pending;

use tokio::io::{AsyncRead, AsyncWrite};
#[cfg(feature = "signal")]
use tokio::runtime::{Builder, Handle};

#[cfg(feature = "cli")]
use crate::cli::CommandLine;
#[cfg(feature = "signal")]
use crate::error::Error;
use crate::error::Result;
use crate::server::Server;
#[cfg(feature = "stdio")]
use crate::server::ServerBuilder;
use crate::transport;

impl Server {
    /// Serves one connection over a pair of byte streams, until the input ends.
    ///
    /// # Errors
    ///
    /// When reading fails.
    pub async fn serve<R, W>(self, input: R, output: W) -> Result<()>
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        transport::serve(self, input, output, pending()).await
    }

    /// Serves the standard input and output of the process, until the input ends or the process
    /// is asked to end.
    ///
    /// From here on nothing else in the process reaches the real standard output: what is printed
    /// goes to standard error. On systems other than Unix, handlers must not print: it would be read as
    /// a message.
    ///
    /// # Errors
    ///
    /// When reading fails.
    #[cfg(feature = "stdio")]
    pub async fn serve_stdio(self) -> Result<()> {
        transport::stdio::serve(self).await
    }

    /// Runs the server over standard input and output, on a runtime of its own.
    ///
    /// # Errors
    ///
    /// When serving fails.
    #[cfg(feature = "stdio")]
    pub fn run_stdio(self) -> Result<()> {
        block_on(self.serve_stdio())
    }

    /// Runs the server over HTTP, on a runtime of its own; `into_http` has more to choose.
    ///
    /// # Errors
    ///
    /// As [`Http::serve`](crate::http::Http::serve).
    #[cfg(feature = "http")]
    pub fn run_http(self, address: std::net::SocketAddr) -> Result<()> {
        let runtime = Builder::new_multi_thread();
        block_on_in(runtime, self.into_http().serve(address))
    }

    /// Runs the server as the program: over standard input and output, or as its command line
    /// says.
    ///
    /// It starts a runtime of its own. A program that has to await something before it serves
    /// has one already, and awaits [`run_async`](Self::run_async).
    ///
    /// # Errors
    ///
    /// When serving fails, or inside of a runtime.
    #[cfg(feature = "stdio")]
    pub fn run(self) -> Result<()> {
        #[cfg(feature = "cli")]
        match CommandLine::of_process(&self) {
            None => {}
            Some(CommandLine::Http(line)) => return block_on_in(threads(), self.serve_http(line)),
            Some(CommandLine::Ask { command, json }) => {
                return block_on(crate::cli::ask(self, command, json));
            }
        }
        self.run_stdio()
    }

    /// Runs the server as the program, as [`run`](Self::run) does, in the runtime of the caller.
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
    #[cfg(feature = "stdio")]
    pub async fn run_async(self) -> Result<()> {
        #[cfg(feature = "cli")]
        match CommandLine::of_process(&self) {
            None => {}
            Some(CommandLine::Http(line)) => return self.serve_http(line).await,
            Some(CommandLine::Ask { command, json }) => {
                return crate::cli::ask(self, command, json).await;
            }
        }
        self.serve_stdio().await
    }

    #[cfg(all(feature = "cli", feature = "http"))]
    async fn serve_http(self, line: clap::ArgMatches) -> Result<()> {
        crate::cli::http::serve(self, line).await
    }

    #[cfg(all(feature = "cli", not(feature = "http")))]
    async fn serve_http(self, _: clap::ArgMatches) -> Result<()> {
        let message = "this program is built without the feature `http` of mcp-runtime";
        Err(Error::other(message))
    }
}

#[cfg(feature = "stdio")]
impl ServerBuilder {
    /// Builds the server and runs it as the program; see [`Server::run`].
    ///
    /// # Errors
    ///
    /// When the server cannot be built, or serving fails.
    pub fn run(self) -> Result<()> {
        self.build()?.run()
    }

    /// Builds the server and runs it as the program; see [`Server::run_async`].
    ///
    /// # Errors
    ///
    /// When the server cannot be built, or serving fails.
    pub async fn run_async(self) -> Result<()> {
        self.build()?.run_async().await
    }
}

/// Runs a future on a runtime of one thread, which is all that standard input needs.
#[cfg(feature = "stdio")]
fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    block_on_in(Builder::new_current_thread(), future)
}

/// What HTTP runs on.
#[cfg(all(feature = "cli", feature = "http"))]
fn threads() -> Builder {
    Builder::new_multi_thread()
}

#[cfg(all(feature = "cli", not(feature = "http")))]
fn threads() -> Builder {
    Builder::new_current_thread()
}

#[cfg(feature = "signal")]
fn block_on_in<T>(mut runtime: Builder, future: impl Future<Output = Result<T>>) -> Result<T> {
    if Handle::try_current().is_ok() {
        return Err(Error::other(INSIDE));
    }
    let runtime =
        runtime.enable_all().build().map_err(|error| Error::io("starting the runtime", error))?;
    let done = runtime.block_on(future);
    // A blocking handler that never ends must not keep the process.
    runtime.shutdown_background();
    done
}

#[cfg(feature = "signal")]
const INSIDE: &str = "this starts a runtime of its own, but is called inside of one: make `main` a plain \
    `fn`, or await `run_async` (or `serve_stdio`, or `into_http().serve`)";
