//! A connection that an HTTP request has opened.

use std::future::pending;
use std::sync::Arc;

use http::request::Parts;
use tokio::io::{AsyncRead, AsyncWrite};

use super::caller_of;
use crate::debug::short_debug;
use crate::error::Result;
use crate::server::Server;
use crate::transport::{self, Opener, ServedProtocol, Transport};

/// A reader and a writer for whoever sent a request: one that was upgraded to a stream, or one that a
/// test makes up.
///
/// The [`Principal`](crate::http::Principal) and the [`Scopes`](crate::http::Scopes) in the extensions
/// of its head are those of all messages, and [`Context::http`](crate::Context::http) is the head. It
/// is not checked: that is up to what has accepted the request.
///
/// ```
/// use mcp_runtime::http::{Principal, Upgraded};
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
/// server.serve(Upgraded::new(request.into_parts().0, input, output)).await
/// # }
/// ```
pub struct Upgraded<R, W> {
    head: Parts,
    input: R,
    output: W,
}

// The head can have secrets.
short_debug!(Upgraded < R, W > {});

impl<R, W> Upgraded<R, W> {
    /// A connection for whoever sent the request with this head.
    pub fn new(head: Parts, input: R, output: W) -> Self {
        Self { head, input, output }
    }
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Transport for Upgraded<R, W> {
    async fn carry(self, server: Server, protocol: ServedProtocol) -> Result<()> {
        let Self { head, input, output } = self;
        let caller = caller_of(&head).unwrap_or_default();
        let opener = Opener { caller, request: Some(Arc::new(head)), protocol };
        transport::serve(server, input, output, opener, pending()).await
    }
}
