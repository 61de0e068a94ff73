//! Transports to a server, which pass incoming messages to the connection.

mod environment;
#[cfg(feature = "http")]
pub(crate) mod http;
mod lines;
mod process;
mod process_group;
mod standard_error;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::connection::Connection;
use super::link::Link;
use crate::error::{Error, Result};
use crate::protocol::Connect;
use crate::protocol::connect::{OpenedKind, OpenedStreams};
use lines::{Elsewhere, Streams};

pub use process::Stdio;

/// A transport of this crate, which is more than a pair of streams.
pub(super) trait OpenTransport: Send {
    fn open(self: Box<Self>, inbox: Inbox) -> Result<Link>;
}

/// Where a transport delivers incoming messages.
pub(super) struct Inbox {
    connection: Arc<Connection>,
    /// Whether a server that ends now is started again, if possible.
    may_restart: Arc<AtomicBool>,
}

impl Inbox {
    pub(super) fn new(connection: &Arc<Connection>) -> Self {
        Self { connection: Arc::clone(connection), may_restart: Arc::default() }
    }

    /// An inbox for a server that may exit when it is asked which revisions it supports.
    pub(super) fn restarting(self, may_restart: Arc<AtomicBool>) -> Self {
        Self { may_restart, ..self }
    }

    /// Opens a connection, whose incoming messages go to this.
    pub(super) fn open(self, to: impl Connect) -> Result<Link> {
        match to.open()?.into_kind() {
            OpenedKind::Streams(OpenedStreams { input, output, end }) => {
                Ok(lines::open(self, Streams { server: Elsewhere(end), input, output }, None))
            }
            OpenedKind::Transport(transport) => {
                match transport.downcast::<Box<dyn OpenTransport>>() {
                    Ok(transport) => (*transport).open(self),
                    Err(_) => Err(Error::other(
                        "this transport belongs to another version of mcp-runtime-client",
                    )),
                }
            }
        }
    }
}
