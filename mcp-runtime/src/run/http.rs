//! Serving over HTTP, or for whom an HTTP request came from, without a command line.

use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;

use http::request::Parts;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::Builder;

use super::runtime::block_on;
use crate::error::Result;
use crate::http::caller_of;
use crate::server::Server;
use crate::transport::{self, Opener};

impl Server {
    /// Runs the server over HTTP, on a runtime of its own; `into_http` has more options.
    ///
    /// # Errors
    ///
    /// As [`Http::serve`](crate::http::Http::serve).
    pub fn run_http(self, address: SocketAddr) -> Result<()> {
        let runtime = Builder::new_multi_thread();
        block_on(runtime, self.into_http().serve(address))
    }

    /// Serves one connection over a pair of byte streams, as [`serve`](Self::serve) does, for whoever
    /// sent the request with this head: one that was upgraded to a stream, or one that a test makes
    /// up.
    ///
    /// The [`Principal`](crate::http::Principal) and the [`Scopes`](crate::http::Scopes) in its
    /// extensions are those of all messages, and [`Context::http`](crate::Context::http) is the head.
    /// It is not checked: that is up to what has accepted the request.
    ///
    /// ```
    /// use mcp_runtime::http::Principal;
    /// use mcp_runtime::{Caller, server, tool};
    ///
    /// /// Says who asks.
    /// #[tool]
    /// fn whoami(caller: Caller) -> String {
    ///     caller.principal().unwrap_or("somebody").to_owned()
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let mut request = http::Request::new(());
    /// request.extensions_mut().insert(Principal::new("alice"));
    /// let server = server!().tool::<whoami>().build()?;
    /// # let (input, output) = (tokio::io::empty(), tokio::io::sink());
    /// server.serve_with_head(input, output, request.into_parts().0).await
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When reading fails.
    pub async fn serve_with_head<R, W>(self, input: R, output: W, head: Parts) -> Result<()>
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        let caller = caller_of(&head).unwrap_or_default();
        let opener = Opener { caller, request: Some(Arc::new(head)) };
        transport::serve(self, input, output, opener, pending()).await
    }
}
