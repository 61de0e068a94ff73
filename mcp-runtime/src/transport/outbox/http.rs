//! Outboxes of HTTP responses: they end, are charged to a caller, and may change their reader.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

use super::{Outbox, OutboxState};
use crate::quota::{Account, Share, UNCHARGED_BYTES};

impl Outbox {
    /// Charges queued bytes to an account, if there are many; `false` if its quota is exhausted, in
    /// which case the queue is dropped.
    #[must_use]
    pub(crate) fn charge(&self, account: &Account) -> bool {
        let mut state = self.state.lock();
        let bytes = state.bytes.len();
        if bytes <= UNCHARGED_BYTES || account.reserve_capped(&mut state.share, bytes) {
            return true;
        }
        state.bytes = Vec::new();
        false
    }

    /// Takes the share of a quota that was reserved for the bytes that were taken.
    pub(crate) fn take_share(&self) -> Option<Share> {
        self.state.lock().share.take()
    }

    /// Resets it to a new one.
    pub(crate) fn reset(&mut self) {
        *self.state.get_mut() = OutboxState::default();
    }

    /// Marks the end: nothing more will be pushed.
    pub(crate) fn end(&self) {
        let mut state = self.state.lock();
        state.has_ended = true;
        state.wake_writer();
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.state.lock().has_ended
    }

    /// Whether anything other than a response was sent.
    pub(crate) fn has_notifications(&self) -> bool {
        let state = self.state.lock();
        state.has_notifications || state.should_reconnect
    }

    /// Waits until it is known whether the response streams.
    pub(crate) fn poll_streams(&self, cx: &mut Context<'_>) -> Poll<bool> {
        let mut state = self.state.lock();
        if let Some(streams) = state.streams() {
            return Poll::Ready(streams);
        }
        state.writer = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Hands over to another reader: the previous one wakes up and finds that it has been replaced.
    pub(crate) fn hand_over(&self) {
        let mut state = self.state.lock();
        state.should_reconnect = false;
        state.wake_writer();
    }

    /// Stops reading: whatever is still pushed is discarded, until the end.
    pub(crate) fn discard(self: &Arc<Self>) {
        let mut state = self.state.lock();
        state.is_unread = true;
        if state.has_ended {
            return;
        }
        drop(state);
        // Without a runtime nothing can send any more.
        if let Ok(runtime) = Handle::try_current() {
            let outbox = Arc::clone(self);
            runtime.spawn(async move {
                let mut taken = Vec::new();
                while !outbox.has_ended() {
                    poll_fn(|cx| outbox.poll_take(cx, &mut taken)).await;
                    taken.clear();
                }
            });
        }
    }

    /// Whether the reader should stop.
    pub(crate) fn should_reconnect(&self) -> bool {
        self.state.lock().should_reconnect
    }

    /// Takes all queued bytes.
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.state.lock().bytes)
    }
}

impl OutboxState {
    fn streams(&self) -> Option<bool> {
        let streams = self.has_notifications || self.should_reconnect;
        (streams || self.has_ended).then_some(streams)
    }
}
