//! Answers that their callers pay for until they are read.

use http::{Response, StatusCode};

use super::Http;
use super::body::Body;
use crate::jsonrpc::{ErrorObject, write_error};
use crate::negotiation::{Account, Caller, FREE};
use crate::server::{self, Server};
use crate::transport::outbox::Outbox;
use crate::transport::reply_to::ReplyTo;

/// Room for the most common answers.
const ANSWER: usize = 512;

impl Http {
    /// The response that is one answer and nothing else.
    pub(super) fn whole(
        &self,
        caller: &Caller,
        status: StatusCode,
        reply_to: &ReplyTo,
        mut response: server::Response,
    ) -> Response<Body> {
        let mut text = Vec::with_capacity(ANSWER);
        reply_to.write(&mut text, &self.server, &mut response);
        if text.len() <= FREE {
            return Body::json(status, text);
        }
        let mut share = None;
        if self.quotas.answers(caller.clone()).pay_at_most_all(&mut share, text.len()) {
            return Body::json_paid(status, text, share);
        }
        let mut text = Vec::new();
        reply_to.write(&mut text, &self.server, &mut Err(unread()));
        Body::json(StatusCode::SERVICE_UNAVAILABLE, text)
    }
}

impl ReplyTo {
    /// Sends an answer that the caller pays for until it is read; `false` where it cannot, and is
    /// told so.
    pub(super) fn send_paid(
        &self,
        outbox: &Outbox,
        server: &Server,
        response: server::Response,
        account: &Account,
    ) -> bool {
        self.send(outbox, server, response);
        let is_paid = outbox.pay(account);
        if !is_paid {
            self.send(outbox, server, Err(unread()));
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
fn unread() -> ErrorObject {
    ErrorObject::internal(
        "too many answers are not read yet; read the answers that are there, and ask again",
    )
}
