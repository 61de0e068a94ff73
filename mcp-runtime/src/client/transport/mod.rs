//! Transports to a server, which pass incoming messages to the connection.

mod environment;
#[cfg(feature = "http-client")]
mod http;
mod lines;
mod memory;
mod process;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::connection::Connection;
use super::link::Link;
use crate::debug::short_debug;
use crate::error::{Error, Result};

#[cfg(feature = "http-client")]
pub use http::{Authorize, AuthorizeFuture, HttpRefusal, HttpTransport, OutgoingRequest};
#[cfg(feature = "testing")]
pub(crate) use memory::serve_in_memory;
pub use process::Stdio;

/// A transport to a server.
///
/// It is implemented by a child process ([`Stdio`]), an HTTP endpoint (`HttpTransport`), a
/// [`Server`](crate::Server) in the same process, and any pair of a reader and a writer. It is not
/// meant to be implemented outside of this crate.
pub trait Connect {
    /// Opens the transport; incoming messages go to `inbox`.
    #[doc(hidden)]
    fn open(self, inbox: Inbox) -> Result<Link>;
}

/// Where a transport delivers incoming messages.
#[doc(hidden)]
pub struct Inbox {
    connection: Arc<Connection>,
    /// Whether a server that ends now is started again, if possible.
    may_restart: Arc<AtomicBool>,
}

short_debug!(Inbox {});

impl Inbox {
    pub(super) fn new(connection: &Arc<Connection>) -> Self {
        Self { connection: Arc::clone(connection), may_restart: Arc::default() }
    }

    /// The same for a server that may not survive the question which revisions it supports.
    pub(super) fn restarting(self, may_restart: Arc<AtomicBool>) -> Self {
        Self { may_restart, ..self }
    }

    /// A function that ends the connection, with a reason that becomes the error of all its
    /// requests.
    #[allow(dead_code, reason = "only replicas of the tests go away")]
    pub(crate) fn end(&self) -> impl Fn(&Error) + Send + Sync + use<> {
        let connection = Arc::downgrade(&self.connection);
        move |why| {
            if let Some(connection) = connection.upgrade() {
                connection.end(why);
                connection.close();
            }
        }
    }
}
