//! Quotas for the memory that HTTP callers can occupy, and the responses that are charged to them
//! until they are read.

use std::sync::Arc;

use bytes::Bytes;
use http::StatusCode;

use super::Http;
use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, write_error};
use crate::quota::{Account, Quota, Share, UNCHARGED_BYTES};
use crate::server::{Observed, Server};
use crate::transport::outbox::Outbox;
use crate::transport::reply_to::ReplyTo;

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

/// The initial buffer size, enough for the most common responses.
const ANSWER: usize = 512;

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

/// Bytes that release their share of a quota when they are dropped.
pub(crate) fn with_share(bytes: Bytes, share: Option<Share>) -> Bytes {
    struct Charged(Bytes, #[expect(dead_code, reason = "is given back with the bytes")] Share);
    impl AsRef<[u8]> for Charged {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    match share {
        None => bytes,
        Some(share) => Bytes::from_owner(Charged(bytes, share)),
    }
}

impl Http {
    /// Writes a response that is a single message, and returns its status and its text.
    pub(super) fn write_answer(
        &self,
        caller: &Caller,
        status: StatusCode,
        reply_to: &ReplyTo,
        answer: Observed<'_>,
    ) -> (StatusCode, Bytes) {
        let mut text = Vec::with_capacity(ANSWER);
        reply_to.write(&mut text, &self.server, answer);
        if text.len() <= UNCHARGED_BYTES {
            return (status, text.into());
        }
        let mut share = None;
        if self.quotas.answers(caller.clone()).reserve_capped(&mut share, text.len()) {
            return (status, with_share(text.into(), share));
        }
        let mut text = Vec::new();
        reply_to.write(&mut text, &self.server, Observed::from(&mut Err(unread())));
        (StatusCode::SERVICE_UNAVAILABLE, text.into())
    }
}

impl ReplyTo {
    /// Sends a response that is charged to the caller until it is read; `false` if the quota is
    /// exhausted, in which case an error is sent instead.
    pub(super) fn send_charged(
        &self,
        outbox: &Outbox,
        server: &Server,
        answer: Observed<'_>,
        account: &Account,
    ) -> bool {
        self.send(outbox, server, answer);
        let is_charged = outbox.charge(account);
        if !is_charged {
            self.send(outbox, server, Observed::from(&mut Err(unread())));
        }
        is_charged
    }
}

/// Ends a response and charges all of it to the caller until it is read.
pub(super) fn end_charged(outbox: &Outbox, account: &Account) {
    if !outbox.charge(account) {
        outbox.push(|out| write_error(out, None, true, &unread()));
    }
    outbox.end();
}

/// The error for a caller with too many unread responses.
pub(super) fn unread() -> ErrorObject {
    ErrorObject::internal("too many responses have not been read yet; read them, and try again")
}
