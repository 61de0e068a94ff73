//! How a connection sends: what its transport does for it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::debug::short_debug;
use crate::protocol::ProtocolVersion;

/// A transport that is open.
#[doc(hidden)]
pub struct Link(Arc<dyn Transport>);

short_debug!(Link {});

impl Link {
    pub(super) fn new(transport: impl Transport + 'static) -> Self {
        Self(Arc::new(transport))
    }

    pub(super) fn into_transport(self) -> Arc<dyn Transport> {
        self.0
    }
}

/// Carries the messages of one connection.
pub(super) trait Transport: Send + Sync {
    /// Whether what a message says is repeated in headers.
    fn has_headers(&self) -> bool {
        false
    }

    /// Over what it goes, as OpenTelemetry names it: `pipe` or `tcp`.
    fn network(&self) -> Option<&'static str> {
        None
    }

    /// Sends a message.
    fn send(&self, message: &Message<'_>);

    /// Sends a message once there is room for it.
    fn poll_send(&self, _: &mut Context<'_>, message: &Message<'_>) -> Poll<()> {
        self.send(message);
        Poll::Ready(())
    }

    /// Stops what is under way for a request that was given up. False if that has to be sent as
    /// a notification.
    fn cancel(&self, id: u64) -> bool;

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
    pub(super) kind: MessageKind<'a>,
    /// The revision that it follows; `initialize` follows none yet.
    pub(super) version: Option<ProtocolVersion>,
    /// Appends its JSON text.
    pub(super) write: &'a dyn Fn(&mut Vec<u8>),
}

/// What a message is.
#[allow(dead_code, reason = "only HTTP has headers that repeat what a message says")]
#[derive(Clone, Copy)]
pub(super) enum MessageKind<'a> {
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
