//! Answers that their callers pay for until they are read.

use bytes::Bytes;

use crate::jsonrpc::{ErrorObject, write_error};
use crate::negotiation::{Account, Share};
use crate::server::{Observed, Server};
use crate::transport::outbox::Outbox;
use crate::transport::reply_to::ReplyTo;

/// Bytes that give back what was paid for them when nobody holds them any more.
pub(crate) fn paid(bytes: Bytes, share: Option<Share>) -> Bytes {
    struct Paid(Bytes, #[expect(dead_code, reason = "is given back with the bytes")] Share);
    impl AsRef<[u8]> for Paid {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    match share {
        None => bytes,
        Some(share) => Bytes::from_owner(Paid(bytes, share)),
    }
}

impl ReplyTo {
    /// Sends an answer that the caller pays for until it is read; `false` where it cannot, and is
    /// answered so.
    pub(super) fn send_paid(
        &self,
        outbox: &Outbox,
        server: &Server,
        answer: Observed<'_>,
        account: &Account,
    ) -> bool {
        self.send(outbox, server, answer);
        let is_paid = outbox.pay(account);
        if !is_paid {
            self.send(outbox, server, Observed::from(&mut Err(unread())));
        }
        is_paid
    }
}

/// Ends a response, all of which the caller pays for until it is read.
pub(super) fn end_paid(outbox: &Outbox, account: &Account) {
    if !outbox.pay(account) {
        outbox.push(|out| write_error(out, None, true, &unread()));
    }
    outbox.end();
}

/// What is answered where too much is not read yet.
pub(super) fn unread() -> ErrorObject {
    ErrorObject::internal("too many responses have not been read yet; read them, and try again")
}
