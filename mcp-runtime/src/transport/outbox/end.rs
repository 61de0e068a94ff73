//! Outboxes that end: an HTTP response does, a connection does not.

use std::task::{Context, Poll};

use super::Outbox;

impl Outbox {
    /// Nothing more will be pushed.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.has_ended = true;
        state.wake_writer();
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.lock().has_ended
    }

    /// Waits for the end; each message wakes, too.
    pub(crate) fn poll_end(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.lock();
        if state.has_ended {
            return Poll::Ready(());
        }
        state.writer = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Makes whoever waits look again.
    pub(crate) fn wake(&self) {
        self.lock().wake_writer();
    }

    /// All that waits now.
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.lock().bytes)
    }
}
