//! Quotas for the memory that HTTP callers can occupy.

use std::sync::Arc;

use crate::caller::Caller;
use crate::quota::{Account, Quota, Share};
use crate::server::Server;

/// For how many callers there is room if each runs as many requests as it may.
const CALLERS: usize = 8;

/// How many bytes of request bodies may be in transit, per caller and in total.
const BODIES_PER_CALLER: usize = 8 * 1024 * 1024;
const BODIES_IN_ALL: usize = 32 * 1024 * 1024;

/// How many bytes of HTTP+SSE messages may be queued, per caller and in total.
const INBOXES_PER_CALLER: usize = 8 * 1024 * 1024;
const INBOXES_IN_ALL: usize = 32 * 1024 * 1024;

/// How many bytes of responses may be unread, in total.
pub(crate) const UNREAD_BYTES: usize = 32 * 1024 * 1024;

/// The quotas of a service.
pub(crate) struct Quotas {
    running: Arc<Quota>,
    bodies: Arc<Quota>,
    answers: Arc<Quota>,
    /// Messages queued for an HTTP+SSE stream.
    inboxes: Arc<Quota>,
}

impl Quotas {
    /// Creates quotas for bodies of at most `max_body` bytes, and this many bytes of unread
    /// responses.
    pub(crate) fn new(server: &Server, max_body: usize, unread: usize) -> Arc<Self> {
        let calls = server.session_config().max_in_flight;
        // One body of the maximum size always fits.
        let bodies =
            |of_one: usize, in_all: usize| Quota::new(of_one.max(max_body), in_all.max(max_body));
        Arc::new(Self {
            running: Quota::new(calls, calls.saturating_mul(CALLERS)),
            bodies: bodies(BODIES_PER_CALLER, BODIES_IN_ALL),
            answers: Quota::new(unread / 3, unread),
            inboxes: bodies(INBOXES_PER_CALLER, INBOXES_IN_ALL),
        })
    }

    /// The account of a caller for running requests.
    pub(crate) fn running(&self, caller: Caller) -> Account {
        Account::new(&self.running, caller)
    }

    /// The account of a caller for request bodies.
    pub(crate) fn bodies(&self, caller: Caller) -> Account {
        Account::new(&self.bodies, caller)
    }

    /// Reserves room for a message that is queued for an HTTP+SSE stream.
    pub(crate) fn reserve_inbox(&self, caller: &Caller, bytes: usize) -> Option<Share> {
        self.inboxes.reserve_own_part(caller, bytes)
    }

    /// The account of a caller for unread responses.
    pub(crate) fn answers(&self, caller: Caller) -> Account {
        Account::new(&self.answers, caller)
    }
}
