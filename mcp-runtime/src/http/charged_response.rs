//! Writes responses, and charges long ones to their callers until they are read.

use bytes::Bytes;
use http::StatusCode;

use super::Http;
use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, write_error};
use crate::quota::{Account, Share, UNCHARGED_BYTES};
use crate::server::{Observed, Server};
use crate::transport::outbox::Outbox;
use crate::transport::reply_to::ReplyTo;

/// The initial buffer size, enough for the most common responses.
const ANSWER: usize = 512;

/// Bytes that release their share of a quota when they are dropped.
pub(crate) fn with_share(bytes: Bytes, share: Option<Share>) -> Bytes {
    struct Charged {
        bytes: Bytes,
        _share: Share,
    }
    impl AsRef<[u8]> for Charged {
        fn as_ref(&self) -> &[u8] {
            &self.bytes
        }
    }
    match share {
        None => bytes,
        Some(share) => Bytes::from_owner(Charged { bytes, _share: share }),
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
