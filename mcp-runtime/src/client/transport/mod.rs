//! Ways to a server, which hand what comes back to the connection.

#[cfg(feature = "http-client")]
mod http;
mod lines;
mod memory;
mod process;

use std::sync::Arc;

use super::connection::Connection;
use super::link::Link;
use crate::debug::short_debug;
use crate::error::{Error, Result};

#[cfg(feature = "http-client")]
pub use http::{Authorize, AuthorizeFuture, HttpRefusal, HttpTransport, OutgoingRequest};
#[cfg(feature = "testing")]
pub(crate) use memory::serve_in_memory;
pub use process::Stdio;

/// A way to a server.
///
/// A child process is one ([`Stdio`]), an address of HTTP (`HttpTransport`), a
/// [`Server`](crate::Server) in the same process, and any pair of a reader and a writer. Nothing else
/// implements it.
pub trait Connect {
    /// Opens the way; what comes in goes to `inbox`.
    #[doc(hidden)]
    fn open(self, inbox: Inbox) -> Result<Link>;
}

/// Where a transport puts what comes in.
#[doc(hidden)]
pub struct Inbox(Arc<Connection>);

short_debug!(Inbox {});

impl Inbox {
    pub(super) fn new(connection: &Arc<Connection>) -> Self {
        Self(Arc::clone(connection))
    }

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
