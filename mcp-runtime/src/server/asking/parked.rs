//! Parked calls, which wait for their answers where they stopped, so that nothing runs twice.
//!
//! It is only an optimization: a call that is no longer here runs again from its start.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::Instant;

use super::seal::Nonce;
use super::suspendable::SuspendableCall;
use crate::quota::{Quota, Share};
use crate::server::response::spawn;
use crate::sync::Mutex;

/// The maximum time a call is parked; if the answer takes longer, the call runs again.
const PARKED_FOR: Duration = Duration::from_secs(120);

/// The maximum number of bytes that parked calls hold, per caller and in total.
const PARKED_PER_CALLER: usize = 2 * 1024 * 1024;
const PARKED_IN_ALL: usize = 32 * 1024 * 1024;

/// The parked calls of a server, by the states that their clients have.
pub(super) struct ParkedCalls {
    time: Duration,
    quota: Arc<Quota>,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    calls: HashMap<Nonce, ParkedCall>,
    is_swept: bool,
}

struct ParkedCall {
    call: SuspendableCall,
    until: Instant,
    _share: Share,
}

impl ParkedCalls {
    /// No call is parked longer than `states`, for which its state is valid.
    pub(super) fn new(states: Duration) -> Self {
        let quota = Quota::new(PARKED_PER_CALLER, PARKED_IN_ALL);
        Self { time: PARKED_FOR.min(states), quota, table: Mutex::default() }
    }

    /// Parks a call, if there is room.
    pub(super) fn park(
        self: &Arc<Self>,
        state: Nonce,
        call: SuspendableCall,
    ) -> Result<(), SuspendableCall> {
        let Some(share) =
            call.charge().and_then(|(caller, bytes)| self.quota.reserve_own_part(caller, bytes))
        else {
            return Err(call);
        };
        let until = Instant::now() + self.time;
        let mut table = self.table.lock();
        table.calls.insert(state, ParkedCall { call, until, _share: share });
        if !std::mem::replace(&mut table.is_swept, true) {
            spawn(Box::pin(sweep(Arc::downgrade(self), until)));
        }
        Ok(())
    }

    /// The number of parked calls.
    pub(super) fn count(&self) -> usize {
        self.table.lock().calls.len()
    }

    /// Takes a call to resume it.
    #[inline]
    pub(super) fn take(&self, state: &Nonce) -> Option<SuspendableCall> {
        self.table.lock().calls.remove(state).map(|parked| parked.call)
    }

    /// Drops the calls that have waited too long; returns when the next one will have, if any.
    fn drop_late(&self) -> Option<Instant> {
        let now = Instant::now();
        let late: Vec<_> = {
            let mut table = self.table.lock();
            table.calls.extract_if(|_, parked| parked.until <= now).collect()
        };
        // Dropping a call may run arbitrary code, so it does not happen under the lock.
        drop(late);
        let mut table = self.table.lock();
        let next = table.calls.values().map(|parked| parked.until).min();
        table.is_swept = next.is_some();
        if next.is_none() {
            table.calls.shrink_to_fit();
        }
        next
    }
}

/// Drops late calls for as long as any waits.
async fn sweep(calls: Weak<ParkedCalls>, mut next: Instant) {
    loop {
        tokio::time::sleep_until(next).await;
        match calls.upgrade().and_then(|calls| calls.drop_late()) {
            Some(later) => next = later,
            None => return,
        }
    }
}
