//! The events of a call while it runs, with a bounded queue of those that have not been passed on.

#![expect(deprecated, reason = "log messages of older servers are passed on")]

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::protocol::{LoggingMessageParams, ProgressParams};
use mcp_runtime::{Context, Error, Result};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::timeout;

/// How many bytes of events may be queued for one call, and the overhead of each.
const CAPACITY: usize = 1024 * 1024;
const EVENT: usize = 256;

/// An event of a running call.
pub(crate) enum CallEvent {
    Progress(ProgressParams),
    Log(LoggingMessageParams),
    Unanswered(Error),
}

impl CallEvent {
    /// About how many bytes it takes. The event of an unanswered question always has room.
    fn bytes(&self) -> usize {
        match self {
            Self::Progress(report) => EVENT + text(report),
            Self::Log(message) => EVENT + text(message),
            Self::Unanswered(_) => 0,
        }
    }

    /// Sends it to the client that made the call, and fails if the client takes longer than
    /// `limit` to read it.
    pub(crate) async fn pass_on(self, context: &Context, limit: Duration) -> Result<()> {
        let passed_on = async {
            match self {
                Self::Progress(report) => context.progress().pass_on(report).await,
                Self::Log(message) => context.log().pass_on(message).await,
                Self::Unanswered(error) => return Err(error),
            }
            Ok(())
        };
        let too_slow = |_| Err(Error::other("the client took too long to read its messages"));
        timeout(limit, passed_on).await.unwrap_or_else(too_slow)
    }
}

/// How many bytes it has as JSON.
fn text(event: &impl Serialize) -> usize {
    serde_json::to_string(event).map_or(0, |text| text.len())
}

/// An event, and the room that it takes while it waits.
type QueuedEvent = (CallEvent, OwnedSemaphorePermit);

/// The sender of the events of one call; those without room are dropped.
#[derive(Clone)]
pub(crate) struct EventSender {
    sender: mpsc::UnboundedSender<QueuedEvent>,
    room: Arc<Semaphore>,
}

impl EventSender {
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<QueuedEvent>) {
        let (sender, events) = mpsc::unbounded_channel();
        (Self { sender, room: Arc::new(Semaphore::new(CAPACITY)) }, events)
    }

    pub(crate) fn send(&self, event: CallEvent) {
        let bytes = u32::try_from(event.bytes()).unwrap_or(u32::MAX);
        if let Ok(room) = Arc::clone(&self.room).try_acquire_many_owned(bytes) {
            let _ = self.sender.send((event, room));
        }
    }

    /// Whether both are of the same call.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        self.sender.same_channel(&other.sender)
    }
}
