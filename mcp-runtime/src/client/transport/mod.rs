//! How messages get to a server, and how what comes back gets to the connection.

#[cfg(feature = "http-client")]
mod http;
mod lines;
mod memory;
mod process;

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use super::connection::Connection;
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::ProtocolVersion;

#[cfg(feature = "http-client")]
pub use http::Http;
#[cfg(feature = "testing")]
pub(crate) use memory::serve_in_memory;
pub use process::Stdio;

/// A way to a server.
///
/// A child process is one ([`Stdio`]), an address of HTTP (`Http`), a [`Server`](crate::Server) in the
/// same process, and any pair of a reader and a writer.
pub trait Connect {
    /// Opens the way; what comes in goes to `inbox`.
    #[doc(hidden)]
    fn open(self, inbox: Inbox) -> Result<Link>;
}

/// Where a transport puts what comes in.
#[doc(hidden)]
pub struct Inbox(pub(super) Arc<Connection>);

short_debug!(Inbox {});

impl Inbox {
    /// What ends the connection, for a reason that is the error of all its requests then.
    #[allow(dead_code, reason = "only replicas of the tests go away")]
    pub(crate) fn end(&self) -> impl Fn(&Error) + Send + Sync + use<> {
        let connection = Arc::downgrade(&self.0);
        move |why| {
            if let Some(connection) = connection.upgrade() {
                connection.end(why);
                if let Some(transport) = connection.transport() {
                    transport.close();
                }
            }
        }
    }
}

/// A transport that is open.
#[doc(hidden)]
pub struct Link(pub(super) Arc<dyn Transport>);

short_debug!(Link {});

/// Carries the messages of one connection.
pub(super) trait Transport: Send + Sync {
    /// Whether what a message says is repeated in headers.
    fn has_headers(&self) -> bool {
        false
    }

    /// Sends a message; the answer to a request goes to `inbox`.
    fn send(&self, message: &Message<'_>, inbox: &Arc<Connection>);

    /// Sends a message once there is room for it.
    fn poll_send(
        &self,
        _: &mut Context<'_>,
        message: &Message<'_>,
        inbox: &Arc<Connection>,
    ) -> Poll<()> {
        self.send(message, inbox);
        Poll::Ready(())
    }

    /// Stops what is under way for a request that was given up. False if that has to be told with
    /// a notification.
    fn give_up(&self, id: u64) -> bool;

    /// Says which revision the connection has come to.
    fn opened(&self, version: ProtocolVersion);

    /// Ends the connection once what was sent before is on its way.
    fn close(&self);

    /// Resolves when the connection has ended.
    fn closed(&self) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// A message that goes out.
#[allow(dead_code, reason = "only HTTP has headers that repeat what a message says")]
pub(super) struct Message<'a> {
    /// What it is.
    pub(super) kind: Kind<'a>,
    /// The revision that it follows; `initialize` follows none yet.
    pub(super) version: Option<ProtocolVersion>,
    /// Appends its JSON text.
    pub(super) write: &'a dyn Fn(&mut Vec<u8>),
}

/// What a message is.
#[allow(dead_code, reason = "only HTTP has headers that repeat what a message says")]
#[derive(Clone, Copy)]
pub(super) enum Kind<'a> {
    /// It is answered.
    Request {
        /// The id that the answer has.
        id: u64,
        /// The method.
        method: &'a str,
        /// Headers that repeat what it says.
        headers: &'a [(String, String)],
    },
    /// It is not answered.
    Notification {
        /// The method.
        method: &'a str,
    },
    /// It answers a request of the server.
    Response,
}
