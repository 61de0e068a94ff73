//! What callers over HTTP may make the process hold.

use std::sync::Arc;

use crate::negotiation::{Account, Caller, Quota};
use crate::server::Server;

/// Of how many callers there is room for all the requests that each of them may let run.
const CALLERS: usize = 8;

/// How many bytes the bodies may have that are being received, of one caller and in all.
const BODIES_PER_CALLER: usize = 8 * 1024 * 1024;
const BODIES_IN_ALL: usize = 32 * 1024 * 1024;

/// How many bytes the answers may have that nobody has read yet, in all.
pub(crate) const UNREAD: usize = 32 * 1024 * 1024;

/// The quotas of a service.
pub(crate) struct Quotas {
    /// The requests that run.
    pub(crate) running: Arc<Quota>,
    bodies: Arc<Quota>,
    answers: Arc<Quota>,
}

impl Quotas {
    /// For bodies of at most `max_body` bytes, and so many bytes of answers that nobody has read.
    pub(crate) fn new(server: &Server, max_body: usize, unread: usize) -> Arc<Self> {
        let calls = server.terms().max_in_flight;
        // One body of the greatest size always fits.
        let [bodies, all_bodies] =
            [BODIES_PER_CALLER, BODIES_IN_ALL].map(|most| most.max(max_body));
        Arc::new(Self {
            running: Quota::new(calls, calls.saturating_mul(CALLERS)),
            bodies: Quota::new(bodies, all_bodies),
            answers: Quota::new(unread / 3, unread),
        })
    }

    /// What a caller pays for bodies from.
    pub(crate) fn bodies(&self, caller: Caller) -> Account {
        Account::new(&self.bodies, caller)
    }

    /// What a caller pays for answers from.
    pub(crate) fn answers(&self, caller: Caller) -> Account {
        Account::new(&self.answers, caller)
    }
}
