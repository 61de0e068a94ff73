//! The other side, as a place to send messages to.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// Where notifications and questions of a running call go.
///
/// A peer has bounded room. A sender asks for room first and waits while there is not enough, so a
/// reader that does not read slows its own calls down instead of filling the memory.
pub(crate) trait Peer: Send + Sync {
    /// Whether there is room for one more message.
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()>;

    /// Resolves when the connection is about to end; what waits for changes should end, too.
    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>>;

    /// Queues one message, given as its JSON text.
    fn send(&self, message: &[u8]);

    /// Lets the connection continue which this is read, if its reader can come back.
    fn let_go(&self) {}

    /// Whether somebody gets what is sent.
    fn is_there(&self) -> bool {
        true
    }

    /// Takes the text of a report of progress, where that is a status that is looked up.
    fn report(&self, text: &str) {
        let _ = text;
    }

    /// The task that every message has to name, if there is one.
    fn related_task(&self) -> Option<Arc<str>> {
        None
    }
}

/// A peer that several calls share.
pub(crate) type SharedPeer = Arc<dyn Peer>;

/// A peer that drops what is sent.
#[allow(dead_code, reason = "only HTTP and the lint make requests without a peer")]
pub(crate) struct NoPeer;

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
