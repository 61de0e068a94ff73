//! How many calls a group has, and whether it takes new ones.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// The calls that a group is making.
#[derive(Debug, Default)]
pub(crate) struct RunningCalls {
    calls: AtomicUsize,
    is_closed: AtomicBool,
    /// Told when the last call has ended after the group was closed.
    has_none: Notify,
}

/// A call that is counted until it is dropped.
pub(crate) struct RunningCall<'a>(&'a RunningCalls);

impl RunningCalls {
    /// Counts a call; `None` if there may be no new ones.
    pub(crate) fn begin(&self) -> Option<RunningCall<'_>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let counted = RunningCall(self);
        // Whoever closes the group after this sees the call.
        (!self.is_closed.load(Ordering::SeqCst)).then_some(counted)
    }

    /// Takes no new calls, and waits until there are none.
    pub(crate) async fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        while self.calls.load(Ordering::SeqCst) > 0 {
            self.has_none.notified().await;
        }
    }
}

impl Drop for RunningCall<'_> {
    fn drop(&mut self) {
        let was_last = self.0.calls.fetch_sub(1, Ordering::SeqCst) == 1;
        if was_last && self.0.is_closed.load(Ordering::SeqCst) {
            // It is kept until `close` waits for it.
            self.0.has_none.notify_one();
        }
    }
}
