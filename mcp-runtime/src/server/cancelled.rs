//! Cancellation as a handler sees it. A client cancels a call by a message that `session` receives,
//! or by closing its stream; `transport` then drops the call.
//!
//! A cancelled call is dropped, whatever it waits for. Work that the drop does not stop, such as a
//! `blocking` handler or a spawned task, checks a [`Cancelled`]. What it still tells the client is
//! dropped: nothing is sent for a call after its response, or after its cancellation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

use crate::sync::Mutex;

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
    /// Whether the call is over, so that nothing more is sent for it.
    is_over: Mutex<bool>,
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

    /// Whether the call is over.
    pub(super) fn is_over(&self) -> bool {
        *self.0.is_over.lock()
    }

    /// Sends something for the call, unless it is over. It is not over meanwhile: its response
    /// cannot overtake what is sent.
    pub(super) fn send(&self, send: impl FnOnce()) {
        let is_over = self.0.is_over.lock();
        if !*is_over {
            send();
        }
    }
}

/// Marks work as cancelled that another protocol has started.
pub fn cancel(cancelled: &Cancelled) {
    cancelled.set();
}

/// What a call shares with its [`Cancelled`], [`Progress`](super::Progress) and
/// [`Log`](super::Log); only calls that use one of them have it.
///
/// One of its copies lives as long as the call, which is over when that copy is dropped.
pub(super) struct CallFlag {
    cancelled: Cancelled,
    ends_call: bool,
}

impl CallFlag {
    /// The flag of a call that ends with it.
    pub(super) fn of_call() -> Self {
        Self { cancelled: Cancelled::default(), ends_call: true }
    }

    pub(super) fn cancelled(&self) -> &Cancelled {
        &self.cancelled
    }

    /// A copy that ends the call in the place of this one.
    pub(super) fn take_over(&mut self) -> Self {
        let ends_call = std::mem::take(&mut self.ends_call);
        Self { cancelled: self.cancelled.clone(), ends_call }
    }
}

impl Clone for CallFlag {
    fn clone(&self) -> Self {
        Self { cancelled: self.cancelled.clone(), ends_call: false }
    }
}

impl Drop for CallFlag {
    fn drop(&mut self) {
        if self.ends_call {
            *self.cancelled.0.is_over.lock() = true;
        }
    }
}

/// Lives as long as the future of a call.
pub(crate) struct CancelGuard(Option<CallFlag>);

impl CancelGuard {
    pub(super) fn new(flag: Option<CallFlag>) -> Self {
        Self(flag)
    }

    /// Disarms the guard once the call is done, which is then not cancelled.
    pub(crate) fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for CancelGuard {
    fn drop(&mut self) {
        if let Some(flag) = &self.0 {
            flag.cancelled.set();
        }
    }
}
