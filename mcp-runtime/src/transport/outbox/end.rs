//! Outboxes that end: an HTTP response does, a connection does not.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

use super::{Outbox, OutboxState};
use crate::quota::{Account, Share, UNCHARGED_BYTES};

impl Outbox {
    /// Charges what waits to an account, where that is much; `false` where its quota is exhausted,
    /// and all that waits is dropped.
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

    /// The share of a quota that was reserved for what was taken.
    pub(crate) fn take_share(&self) -> Option<Share> {
        self.state.lock().share.take()
    }

    /// Nothing more will be pushed.
    pub(crate) fn end(&self) {
        let mut state = self.state.lock();
        state.has_ended = true;
        state.wake_writer();
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.state.lock().has_ended
    }

    /// Whether something was sent that is not an answer.
    pub(crate) fn has_notifications(&self) -> bool {
        let state = self.state.lock();
        state.has_notifications || state.lets_go
    }

    /// Waits until it is clear whether there is more to send than an answer.
    pub(crate) fn poll_streams(&self, cx: &mut Context<'_>) -> Poll<bool> {
        let mut state = self.state.lock();
        if let Some(streams) = state.streams() {
            return Poll::Ready(streams);
        }
        state.writer = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Hands over to another reader: the one before looks, and finds that it is not the reader any more.
    pub(crate) fn hand_over(&self) {
        let mut state = self.state.lock();
        state.lets_go = false;
        state.wake_writer();
    }

    /// Nobody reads any more: what still comes is thrown away, until it ends.
    pub(crate) fn discard(self: &Arc<Self>) {
        let mut state = self.state.lock();
        state.is_unread = true;
        if state.has_ended {
            return;
        }
        drop(state);
        // Without a runtime there is nothing that could still send.
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

    /// Whether the reader is to leave.
    pub(crate) fn lets_go(&self) -> bool {
        self.state.lock().lets_go
    }

    /// All that waits now.
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.state.lock().bytes)
    }
}

impl OutboxState {
    fn streams(&self) -> Option<bool> {
        let streams = self.has_notifications || self.lets_go;
        (streams || self.has_ended).then_some(streams)
    }
}
