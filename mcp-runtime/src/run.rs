//! Serving: over any transport, over standard input and output, or as a program.

use std::future::pending;

use tokio::io::{AsyncRead, AsyncWrite};
#[cfg(feature = "signal")]
use tokio::runtime::Builder;

#[cfg(feature = "cli")]
use crate::cli::CommandLine;
use crate::client::{Connect, Inbox, Link, serve_in_memory};
use crate::error::Result;
use crate::server::{Server, ServerBuilder};
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
    /// goes to standard error.
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
    /// # Errors
    ///
    /// When serving fails.
    #[cfg(feature = "stdio")]
    pub fn run(self) -> Result<()> {
        #[cfg(feature = "cli")]
        match CommandLine::of_process(&self) {
            None => {}
            Some(CommandLine::Http(line)) => return self.run_http_with(line),
            Some(CommandLine::Ask { command, json }) => {
                return block_on(crate::cli::ask(self, command, json));
            }
        }
        self.run_stdio()
    }

    #[cfg(all(feature = "cli", feature = "http"))]
    fn run_http_with(self, line: clap::ArgMatches) -> Result<()> {
        block_on_in(Builder::new_multi_thread(), crate::cli::http::serve(self, line))
    }

    #[cfg(all(feature = "cli", not(feature = "http")))]
    fn run_http_with(self, _: clap::ArgMatches) -> Result<()> {
        let message = "this program is built without the feature `http` of mcp-runtime";
        Err(crate::error::Error::other(message))
    }
}

impl Connect for Server {
    fn open(self, inbox: Inbox) -> Result<Link> {
        Ok(serve_in_memory(inbox, |input, output| async move {
            if let Err(error) = self.serve(input, output).await {
                tracing::warn!(%error, "the server in memory failed");
            }
        }))
    }
}

impl Connect for ServerBuilder {
    fn open(self, inbox: Inbox) -> Result<Link> {
        self.build()?.open(inbox)
    }
}

impl ServerBuilder {
    /// Builds the server and runs it as the program; see [`Server::run`].
    ///
    /// # Errors
    ///
    /// When the server cannot be built, or serving fails.
    #[cfg(feature = "stdio")]
    pub fn run(self) -> Result<()> {
        self.build()?.run()
    }
}

/// Runs a future on a runtime of one thread, which is all that standard input needs.
#[cfg(feature = "stdio")]
fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    block_on_in(Builder::new_current_thread(), future)
}

#[cfg(feature = "signal")]
fn block_on_in<T>(mut runtime: Builder, future: impl Future<Output = Result<T>>) -> Result<T> {
    let runtime = runtime
        .enable_all()
        .build()
        .map_err(|error| crate::error::Error::io("starting the runtime", error))?;
    let done = runtime.block_on(future);
    // A blocking handler that never ends must not keep the process.
    runtime.shutdown_background();
    done
}
