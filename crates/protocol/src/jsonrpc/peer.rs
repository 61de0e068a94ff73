//! The other side of a connection, to which messages are sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// Where the notifications and questions of a running call are sent.
///
/// A peer has a bounded buffer. A sender first waits for room, so a slow reader slows down its own
/// calls instead of filling the memory.
pub trait Peer: Send + Sync {
    /// Whether there is room for one more message.
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()>;

    /// Resolves when the connection is about to end; anything that waits for changes should then
    /// end, too.
    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>>;

    /// Queues one message, given as its JSON text.
    fn send(&self, message: &[u8]);

    /// Ends the current response early, if its reader can reconnect.
    fn request_reconnect(&self) {}

    /// Whether sent messages reach a reader.
    fn is_there(&self) -> bool {
        true
    }

    /// Receives the text of a progress report, if it is shown as a status that clients poll.
    fn report(&self, text: &str) {
        let _ = text;
    }

    /// The task that every message has to reference, if there is one.
    fn related_task(&self) -> Option<Arc<str>> {
        None
    }
}

/// A peer shared by several calls.
pub type SharedPeer = Arc<dyn Peer>;

/// A peer that drops all messages.
#[derive(Debug)]
pub struct NoPeer;

impl Peer for NoPeer {
    fn poll_ready(&self, _: &mut Context<'_>) -> Poll<()> {
        Poll::Ready(())
    }

    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(std::future::ready(()))
    }

    fn send(&self, _: &[u8]) {}

    fn is_there(&self) -> bool {
        false
    }
}
