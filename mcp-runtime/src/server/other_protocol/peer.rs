//! The client of a connection that speaks another protocol.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::debug::short_debug;
use crate::error::{Error, RawAnswer, Result};
use crate::jsonrpc::{RequestId, SharedPeer, write_notification, write_request};
use crate::negotiation::{AnswerSlot, BackChannel, Outgoing, SubscriptionSet};
use crate::server::Server;

/// The client of a connection that speaks another protocol. Cloning it returns another handle.
#[derive(Clone)]
pub struct RawPeer {
    server: Server,
    peer: SharedPeer,
    outgoing: Arc<Outgoing>,
    subscriptions: Arc<SubscriptionSet>,
}

short_debug!(RawPeer { server });

impl RawPeer {
    pub(crate) fn new(server: Server, peer: SharedPeer) -> Self {
        Self { server, peer, outgoing: Arc::default(), subscriptions: Arc::default() }
    }

    /// The server that the client is connected to.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Waits until there is room for one more message, as long as the client does not read.
    pub async fn ready(&self) {
        poll_fn(|cx| self.poll_ready(cx)).await;
    }

    /// Whether there is room for one more message.
    pub fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.peer.poll_ready(cx)
    }

    /// Resolves when the connection is about to end.
    pub fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        self.peer.closing()
    }

    /// Queues one message, given as its JSON text.
    pub fn send(&self, message: &[u8]) {
        self.peer.send(message);
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: &impl Serialize) {
        let mut message = Vec::new();
        write_notification(&mut message, method, params);
        self.send(&message);
    }

    /// Sends a request, and returns the future of its response.
    ///
    /// # Errors
    ///
    /// When no response can arrive any more, or the parameters are not JSON.
    pub fn request(&self, method: &str, params: &impl Serialize) -> Result<PendingResponse> {
        let slot = Arc::<AnswerSlot>::default();
        let number = self.outgoing.expect(Arc::clone(&slot)).ok_or_else(Error::closed)?;
        let pending = PendingResponse { outgoing: Arc::clone(&self.outgoing), slot, number };
        let mut message = Vec::new();
        let request = json!({ "method": method, "params": params });
        write_request(&mut message, &RequestId::Integer(number.into()), &request)
            .map_err(Error::other)?;
        self.send(&message);
        Ok(pending)
    }

    /// How handlers ask the client: with requests that are numbered as those of the protocol are.
    pub(super) fn back_channel(&self) -> BackChannel {
        BackChannel::requests(Arc::clone(&self.outgoing), Arc::clone(&self.subscriptions))
    }

    pub(super) fn take_response(&self, id: &RequestId, response: RawAnswer) {
        self.outgoing.answer(id, response);
    }

    pub(super) fn end(&self) {
        self.outgoing.end();
    }
}

/// The response to a request that was sent to a client. The response is ignored once this is
/// dropped; most protocols have a notification that tells the client.
#[must_use = "the response is ignored when this is dropped"]
pub struct PendingResponse {
    outgoing: Arc<Outgoing>,
    slot: Arc<AnswerSlot>,
    number: u64,
}

short_debug!(PendingResponse { number });

impl PendingResponse {
    /// The id of the request.
    pub fn id(&self) -> u64 {
        self.number
    }

    /// Ignores the response; returns whether it had not arrived yet.
    pub fn ignore(&self) -> bool {
        self.outgoing.forget(self.number)
    }
}

impl Future for PendingResponse {
    type Output = Result<Box<RawValue>>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.slot.poll_take(cx)
    }
}

impl Drop for PendingResponse {
    fn drop(&mut self) {
        self.ignore();
    }
}
