//! Outboxes of HTTP responses: they end, are charged to a caller, and may change their reader.

use std::task::{Context, Poll};

use super::{Outbox, OutboxState};
use crate::quota::{Account, Share};

impl Outbox {
    /// Charges queued bytes to an account, if there are many; `false` if its quota is exhausted, in
    /// which case the queue is dropped.
    #[must_use]
    pub fn charge(&self, account: &Account) -> bool {
        let mut state = self.state.lock();
        let bytes = state.bytes.len();
        if account.reserve_capped(&mut state.share, bytes) {
            return true;
        }
        state.bytes = Vec::new();
        false
    }

    /// Takes the share of a quota that was reserved for the bytes that were taken.
    pub fn take_share(&self) -> Option<Share> {
        self.state.lock().share.take()
    }

    /// Resets it to the state of a new outbox.
    #[inline]
    pub fn reset(&mut self) {
        *self.state.get_mut() = OutboxState::default();
    }

    /// Marks the end: nothing more will be pushed.
    pub fn end(&self) {
        let mut state = self.state.lock();
        state.has_ended = true;
        state.wake_writer();
    }

    pub fn has_ended(&self) -> bool {
        self.state.lock().has_ended
    }

    /// Whether anything other than a response was sent.
    pub fn has_notifications(&self) -> bool {
        let state = self.state.lock();
        state.has_notifications || state.should_reconnect
    }

    /// Waits until it is known whether the response streams.
    #[inline]
    pub fn poll_streams(&self, cx: &mut Context<'_>) -> Poll<bool> {
        let mut state = self.state.lock();
        if let Some(streams) = state.streams() {
            return Poll::Ready(streams);
        }
        state.writer = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Hands over to another reader: the previous one wakes up and finds that it has been replaced.
    pub fn hand_over(&self) {
        let mut state = self.state.lock();
        state.should_reconnect = false;
        state.wake_writer();
    }

    /// Stops reading: what is queued is discarded, and whatever is still pushed.
    pub fn discard(&self) {
        let mut state = self.state.lock();
        state.is_unread = true;
        state.share = None;
        state.drop_bytes();
        state.wake_senders();
    }

    /// Whether the reader should stop.
    pub fn should_reconnect(&self) -> bool {
        self.state.lock().should_reconnect
    }

    /// Takes all queued bytes.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.state.lock().bytes)
    }
}

impl OutboxState {
    fn streams(&self) -> Option<bool> {
        let streams = self.has_notifications || self.should_reconnect;
        (streams || self.has_ended).then_some(streams)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::task::Waker;

    use super::*;
    use crate::jsonrpc::Peer as _;
    use crate::transport::Closing;

    fn poll_ready(outbox: &Outbox) -> Poll<()> {
        outbox.poll_ready(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn an_outbox_that_is_not_read_keeps_nothing_and_holds_nobody_up() {
        let outbox = Outbox::new(8, Arc::<Closing>::default());
        outbox.send(b"0123456789");
        assert_eq!(poll_ready(&outbox), Poll::Pending);
        outbox.discard();
        assert_eq!(poll_ready(&outbox), Poll::Ready(()));
        outbox.send(&[b'0'; 4096]);
        assert!(outbox.is_empty() && !outbox.is_full() && !outbox.is_there());
        assert!(outbox.state.lock().bytes.capacity() < 4096);
    }

    #[test]
    fn a_reset_leaves_nothing() {
        let mut outbox = Outbox::new(8, Arc::<Closing>::default());
        outbox.send(b"0123456789");
        outbox.request_reconnect();
        outbox.end();
        outbox.discard();
        outbox.reset();
        assert!(outbox.is_empty() && outbox.is_there());
        assert!(!outbox.has_ended() && !outbox.has_notifications());
    }
}
