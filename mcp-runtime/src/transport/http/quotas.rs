//! What callers over HTTP may make the process hold.

use std::sync::Arc;

use crate::caller::Caller;
use crate::quota::{Account, Quota, Share};
use crate::server::Server;

/// Of how many callers there is room for all the requests that each of them may let run.
const CALLERS: usize = 8;

/// How many bytes the bodies may have that are being received, of one caller and in all.
const BODIES_PER_CALLER: usize = 8 * 1024 * 1024;
const BODIES_IN_ALL: usize = 32 * 1024 * 1024;

/// How many bytes the messages of HTTP+SSE may have that wait, of one caller and in all.
const INBOXES_PER_CALLER: usize = 8 * 1024 * 1024;
const INBOXES_IN_ALL: usize = 32 * 1024 * 1024;

/// How many bytes the answers may have that nobody has read yet, in all.
pub(crate) const UNREAD_BYTES: usize = 32 * 1024 * 1024;

/// The quotas of a service.
pub(crate) struct Quotas {
    running: Arc<Quota>,
    bodies: Arc<Quota>,
    answers: Arc<Quota>,
    /// Messages that wait to be taken from a stream of HTTP+SSE.
    inboxes: Arc<Quota>,
}

impl Quotas {
    /// For bodies of at most `max_body` bytes, and so many bytes of answers that nobody has read.
    pub(crate) fn new(server: &Server, max_body: usize, unread: usize) -> Arc<Self> {
        let calls = server.session_config().max_in_flight;
        // One body of the greatest size always fits.
        let bodies =
            |of_one: usize, in_all: usize| Quota::new(of_one.max(max_body), in_all.max(max_body));
        Arc::new(Self {
            running: Quota::new(calls, calls.saturating_mul(CALLERS)),
            bodies: bodies(BODIES_PER_CALLER, BODIES_IN_ALL),
            answers: Quota::new(unread / 3, unread),
            inboxes: bodies(INBOXES_PER_CALLER, INBOXES_IN_ALL),
        })
    }

    /// Whose requests that run are counted.
    pub(crate) fn running(&self, caller: Caller) -> Account {
        Account::new(&self.running, caller)
    }

    /// The account of a caller for request bodies.
    pub(crate) fn bodies(&self, caller: Caller) -> Account {
        Account::new(&self.bodies, caller)
    }

    /// Reserves room for a message that waits to be taken from a stream of HTTP+SSE.
    pub(crate) fn reserve_inbox(&self, caller: &Caller, bytes: usize) -> Option<Share> {
        self.inboxes.reserve_own_part(caller, bytes)
    }

    /// The account of a caller for unread answers.
    pub(crate) fn answers(&self, caller: Caller) -> Account {
        Account::new(&self.answers, caller)
    }
}
