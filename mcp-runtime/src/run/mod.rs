//! Serving: over any transport, over standard input and output, or as a program.

#[cfg(feature = "http")]
mod http;
#[cfg(all(feature = "stdio", not(feature = "cli")))]
#[path = "without_cli.rs"]
mod program;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "signal")]
mod runtime;
#[cfg(feature = "stdio")]
mod stdio;

use std::future::pending;

use tokio::io::{AsyncRead, AsyncWrite};

use crate::error::Result;
use crate::server::Server;
use crate::transport::{self, Opener};

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
        transport::serve(self, input, output, Opener::default(), pending()).await
    }
}
