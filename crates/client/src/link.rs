//! The interface between a connection and its transport.

use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::watch;

use crate::protocol::ProtocolVersion;

/// An open transport.
pub(super) struct Link(Arc<dyn Transport>);

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
    /// Whether members of a message are repeated in headers.
    fn has_headers(&self) -> bool {
        false
    }

    /// The network transport, by its OpenTelemetry name: `pipe` or `tcp`.
    fn network(&self) -> Option<&'static str> {
        None
    }

    /// Sends a message.
    fn send(&self, message: &Message<'_>);

    /// Sends a message once there is capacity.
    fn poll_send(&self, _: &mut Context<'_>, message: &Message<'_>) -> Poll<()> {
        self.send(message);
        Poll::Ready(())
    }

    /// Stops the work for a request that was abandoned. Returns false if a cancellation has to be
    /// sent as a notification.
    fn cancel(&self, id: u64) -> bool;

    /// Sets the negotiated revision.
    fn opened(&self, version: ProtocolVersion);

    /// Ends the connection once earlier messages are on their way.
    fn close(&self);

    /// A channel whose sender is dropped when the connection has ended.
    fn ended(&self) -> watch::Receiver<()>;
}

/// Waits until the sender of such a channel is dropped.
pub(super) async fn dropped(mut ended: watch::Receiver<()>) {
    while ended.changed().await.is_ok() {}
}

/// An outgoing message.
pub(super) struct Message<'a> {
    /// The kind of message.
    pub(super) kind: MessageKind<'a>,
    /// The revision that it follows; `initialize` does not follow one yet.
    pub(super) version: Option<ProtocolVersion>,
    /// Appends its JSON text.
    pub(super) write: &'a dyn Fn(&mut Vec<u8>),
}

/// The kind of a message.
#[derive(Clone, Copy)]
pub(super) enum MessageKind<'a> {
    /// A request.
    Request {
        /// The id of the request.
        id: u64,
        /// The method.
        method: &'a str,
        /// The headers that repeat its members.
        headers: &'a [(String, String)],
        /// Whether it is not sent again where the server may have taken it.
        is_sent_once: bool,
    },
    /// A notification.
    Notification {
        /// The method.
        method: &'a str,
    },
    /// A response to a request of the server.
    Response,
}
