//! The calls that run: started, not finished.

use std::collections::BTreeMap;

use crate::jsonrpc::{ErrorObject, FailureCause, RequestId};
use crate::quota::Exhausted;

/// Names one call of a connection; ids of requests may come twice, these do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CallId(u64);

/// Which calls belong to which request id, and how many there may be.
pub(crate) struct InFlight {
    calls: BTreeMap<CallId, RequestId>,
    next: u64,
    limit: usize,
}

impl InFlight {
    pub(crate) fn new(limit: usize) -> Self {
        Self { calls: BTreeMap::new(), next: 0, limit }
    }

    /// Looks whether one more call may run.
    ///
    /// # Errors
    ///
    /// When as many as allowed are running.
    pub(crate) fn check_room(&self) -> Result<(), ErrorObject> {
        if self.calls.len() < self.limit {
            Ok(())
        } else {
            Err(busy(self.limit, "of this session"))
        }
    }

    /// Registers a call.
    ///
    /// # Errors
    ///
    /// When as many as allowed are running.
    pub(crate) fn start(&mut self, id: &RequestId) -> Result<CallId, ErrorObject> {
        self.check_room()?;
        let call = CallId(self.next);
        self.next += 1;
        self.calls.insert(call, id.clone());
        Ok(call)
    }

    /// Forgets a call that is done; gives its request id if it was still wanted.
    pub(crate) fn finish(&mut self, call: CallId) -> Option<RequestId> {
        self.calls.remove(&call)
    }

    /// Forgets the calls of a request id and names them.
    ///
    /// Clients in the field use one id twice at the same time, so there may be several.
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

/// What is answered to a request when those that run hold as many bytes as allowed.
#[cold]
pub(crate) fn full() -> ErrorObject {
    ErrorObject::internal(
        "the running requests have reached their limit of bytes; wait for one to finish",
    )
    .because(FailureCause::Busy)
}

/// What is answered to a request when as many of its caller, or of all callers, are running as may.
#[cold]
pub(crate) fn too_many(running: Exhausted) -> ErrorObject {
    match running {
        Exhausted::OfCaller(limit) => busy(limit, "of this caller"),
        Exhausted::InAll(limit) => busy(limit, "of all callers"),
    }
}

#[cold]
fn busy(limit: usize, whose: &str) -> ErrorObject {
    let message = format!("{limit} requests {whose} are running already; wait for one of them");
    tracing::info!("refused: {message}");
    ErrorObject::internal(message).because(FailureCause::Busy)
}
