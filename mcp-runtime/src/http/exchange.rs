//! One HTTP request and its response: JSON if nothing streams, server-sent events as soon as
//! something does.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use tokio::time::timeout;

use super::charged_response::with_share;
use super::media::Accepts;
use super::recent::RecentCache;
use crate::jsonrpc::{NoPeer, SharedPeer};
use crate::quota::Account;
use crate::server::response::BoxFuture;
use crate::transport::Closing;
use crate::transport::outbox::Outbox;

/// How many bytes may be unread before the handler that sends them has to wait.
const OUTBOX_BYTES: usize = 64 * 1024;

/// A response that takes longer than this is streamed, so that keep-alives can be sent.
const STREAM_AFTER: Duration = Duration::from_secs(5);

/// The messages for one request, and the call that produces them.
pub(crate) struct Exchange {
    pub(crate) outbox: Arc<Outbox>,
    /// The call, if it is driven here: dropping the exchange cancels it.
    call: Option<BoxFuture<StatusCode>>,
    status: StatusCode,
    /// The account to which streamed messages are charged.
    account: Option<Account>,
    /// Whether this is the last reader: later messages are discarded once the exchange is dropped.
    is_last: bool,
}

impl Exchange {
    pub(crate) fn new(closing: &Arc<Closing>) -> Self {
        Self::of(Arc::new(Outbox::new(OUTBOX_BYTES, Arc::clone(closing))))
    }

    /// Creates an exchange with the outbox of the last request, if that has not needed it.
    pub(crate) fn reusing(recent: &RecentCache, closing: &Arc<Closing>) -> Self {
        recent.take_outbox().map_or_else(|| Self::new(closing), Self::of)
    }

    /// Leaves the outbox to the next request, unless something can still send to it.
    pub(crate) fn recycle(mut self, recent: &RecentCache) {
        if let Some(outbox) = Arc::get_mut(&mut self.outbox) {
            outbox.reset();
            self.keep_rest();
            recent.set_outbox(Arc::clone(&self.outbox));
        }
    }

    /// Creates an exchange with an existing outbox.
    pub(crate) fn of(outbox: Arc<Outbox>) -> Self {
        Self { outbox, call: None, status: StatusCode::OK, account: None, is_last: true }
    }

    /// Where a call sends its notifications; they are dropped if the client does not accept a
    /// stream.
    pub(crate) fn peer(&self, accepts: Accepts) -> SharedPeer {
        if accepts.events { Arc::clone(&self.outbox) as SharedPeer } else { Arc::new(NoPeer) }
    }

    /// Makes a call part of the exchange; it resolves to the status of its response.
    pub(crate) fn drive(&mut self, call: BoxFuture<StatusCode>) {
        self.call = Some(call);
    }

    /// Sets the status, unless events come first.
    pub(crate) fn set_status(&mut self, status: StatusCode) {
        self.status = status;
    }

    /// Whether a response that is available now is sent as plain JSON.
    pub(crate) fn answers_as_json(&self, accepts: Accepts) -> bool {
        accepts.json && !self.outbox.has_notifications()
    }

    /// Charges streamed messages to an account.
    pub(crate) fn set_account(&mut self, account: Account) {
        self.account = Some(account);
    }

    /// Charges events until they are written; `None` if the quota is exhausted.
    pub(crate) fn charge(&self, events: Bytes) -> Option<Bytes> {
        let mut share = self.outbox.take_share();
        let is_charged = |account: &Account| account.reserve_capped(&mut share, events.len());
        self.account.as_ref().is_none_or(is_charged).then(|| with_share(events, share))
    }

    /// Returns the available response with its status; `None` after notifications, or if all calls
    /// were cancelled.
    pub(crate) fn into_answer(mut self) -> Option<(StatusCode, Bytes)> {
        self.is_last = false;
        let mut answer = self.outbox.take();
        answer.pop()?;
        Some((self.status, with_share(answer.into(), self.outbox.take_share())))
    }

    /// Leaves later messages to the next reader.
    pub(crate) fn keep_rest(&mut self) {
        self.is_last = false;
    }

    /// Waits until it is known whether the response streams.
    pub(crate) async fn streams(&mut self, accepts: Accepts) -> bool {
        if !accepts.json {
            return true;
        }
        let settled = poll_fn(|cx| {
            self.poll_call(cx);
            self.outbox.poll_streams(cx)
        });
        if accepts.events {
            timeout(STREAM_AFTER, settled).await.unwrap_or(true)
        } else {
            settled.await
        }
    }

    /// Polls the call.
    pub(crate) fn poll_call(&mut self, cx: &mut Context<'_>) {
        if let Some(call) = &mut self.call
            && let Poll::Ready(status) = call.as_mut().poll(cx)
        {
            self.status = status;
            self.call = None;
        }
    }
}

impl Drop for Exchange {
    /// A call that continues without its client must not wait for a reader.
    fn drop(&mut self) {
        let can_be_sent_to = Arc::strong_count(&self.outbox) > 1;
        if self.is_last && self.call.is_none() && can_be_sent_to {
            self.outbox.discard();
        }
    }
}
