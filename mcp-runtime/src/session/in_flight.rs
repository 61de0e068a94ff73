//! The requests of a connection that are still to be answered, by their ids. How many there may
//! be is set in `server/builder/limits.rs`; more are refused. Where only so many calls of a tool may
//! run, the others wait in `server/rate_limit/turns.rs`.
//!
//! `session` reads `notifications/cancelled`; `transport::connection` (over HTTP,
//! `http::sessions`) runs the calls, and aborts those that are cancelled.

use crate::jsonrpc::{ErrorObject, FailureCause, RequestId};
use crate::protocol::sorted::SortedMap;
use crate::quota::Exhausted;

/// Identifies a call within its connection; unlike request ids, these are unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CallId(u64);

/// The running calls with their request ids, and their maximum number.
pub(crate) struct InFlight {
    calls: SortedMap<CallId, RequestId>,
    next: u64,
    limit: usize,
}

impl InFlight {
    pub(crate) fn new(limit: usize) -> Self {
        Self { calls: SortedMap::new(), next: 0, limit }
    }

    /// Checks whether one more call may run.
    ///
    /// # Errors
    ///
    /// When the maximum number is running.
    pub(crate) fn check_room(&self) -> Result<(), ErrorObject> {
        if self.calls.len() < self.limit {
            Ok(())
        } else {
            Err(busy(self.limit, "of this session"))
        }
    }

    /// Registers a call, for which there is room.
    pub(crate) fn start(&mut self, id: &RequestId) -> CallId {
        let call = CallId(self.next);
        self.next += 1;
        self.calls.insert(call, id.clone());
        call
    }

    /// Removes a completed call, unless it was cancelled.
    pub(crate) fn finish(&mut self, call: CallId) {
        self.calls.remove(&call);
    }

    /// Removes the calls of a request id, and returns them.
    ///
    /// Some clients use an id twice at the same time, so there may be several.
    pub(crate) fn cancel(&mut self, id: &RequestId) -> Vec<CallId> {
        let mut calls = Vec::new();
        self.calls.retain(|call, of| {
            let hit = of == id;
            if hit {
                calls.push(*call);
            }
            !hit
        });
        calls
    }
}

/// The error for a request when the running ones hold as many bytes as allowed.
#[cold]
pub(crate) fn full() -> ErrorObject {
    ErrorObject::internal(
        "the running requests use all the memory allowed for requests; wait for one to finish",
    )
    .because(FailureCause::Busy)
}

/// The error for a request when the maximum number per caller, or in total, is running.
#[cold]
pub(crate) fn too_many(running: Exhausted) -> ErrorObject {
    match running {
        Exhausted::OfCaller(limit) => busy(limit, "of this caller"),
        Exhausted::InAll(limit) => busy(limit, "of all callers"),
    }
}

#[cold]
fn busy(limit: usize, whose: &str) -> ErrorObject {
    let message = format!("{limit} requests {whose} are already running; wait for one of them");
    tracing::info!("refused: {message}");
    ErrorObject::internal(message).because(FailureCause::Busy)
}
