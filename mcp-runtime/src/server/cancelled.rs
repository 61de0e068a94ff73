//! Cancellation as a handler sees it. A client cancels a call by a message that `session` receives,
//! or by closing its stream; `transport` then drops the call.
//!
//! A cancelled call is dropped, whatever it waits for. Work that the drop does not stop, such as a
//! `blocking` handler or a spawned task, checks a [`Cancelled`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Reports whether a call has been cancelled: by its client, by a timeout or by a shutdown.
///
/// ```
/// use mcp_runtime::{Cancelled, tool};
///
/// /// Counts until the call is cancelled.
/// #[tool(blocking)]
/// fn count(cancelled: Cancelled) -> u64 {
///     (0..1_000_000).take_while(|_| !cancelled.is_cancelled()).count() as u64
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancelled(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    set: AtomicBool,
    changed: Notify,
}

impl Cancelled {
    /// Whether the call has been cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.set.load(Ordering::Acquire)
    }

    /// Marks the call as cancelled.
    pub(crate) fn set(&self) {
        self.0.set.store(true, Ordering::Release);
        self.0.changed.notify_waiters();
    }

    /// Waits until the call is cancelled.
    pub async fn cancelled(&self) {
        while !self.is_cancelled() {
            let changed = self.0.changed.notified();
            if self.is_cancelled() {
                return;
            }
            changed.await;
        }
    }
}

/// Lives as long as the future of a call.
pub(crate) struct CancelGuard(Option<Cancelled>);

impl CancelGuard {
    pub(crate) fn new(cancelled: Option<Cancelled>) -> Self {
        Self(cancelled)
    }

    /// Disarms the guard once the call is done: dropping it then has no effect.
    pub(crate) fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for CancelGuard {
    fn drop(&mut self) {
        if let Some(cancelled) = &self.0 {
            cancelled.set();
        }
    }
}
