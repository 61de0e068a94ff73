//! What the turns of a connection share.

use std::sync::Arc;

use serde_json::{Value, json};

use super::definition::Definition;
use super::waiting::Waiting;
use crate::acp::codec::Codec;
use crate::acp::protocol::ClientSide;
use crate::jsonrpc::{SharedPeer, write_notification};
use crate::negotiation::{Outgoing, SubscriptionSet};
use crate::quota::Quota;
use crate::server::Server;

/// How many bytes of what was said are kept in all sessions together.
pub(crate) const MAX_HISTORIES: usize = 64 * 1024 * 1024;

/// A client that has said what it is, and the version that it speaks.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) side: Arc<ClientSide>,
    pub(super) codec: &'static dyn Codec,
}

/// What the turns of a connection share.
pub(super) struct Shared {
    pub(super) server: Server,
    pub(super) definition: Arc<Definition>,
    pub(super) peer: SharedPeer,
    pub(super) outgoing: Arc<Outgoing>,
    pub(super) subscriptions: Arc<SubscriptionSet>,
    /// What the sessions keep of what was said.
    pub(super) histories: Arc<Quota>,
    pub(super) waiting: Waiting,
}

impl Shared {
    pub(super) fn new(server: Server, definition: Arc<Definition>, peer: SharedPeer) -> Self {
        let histories = Quota::new(MAX_HISTORIES, MAX_HISTORIES);
        let (outgoing, subscriptions) = (Arc::default(), Arc::default());
        let waiting = Waiting::default();
        Self { server, definition, peer, outgoing, subscriptions, histories, waiting }
    }

    /// Notifies the client that a question needs no answer any more.
    pub(super) fn cancel_request(&self, id: &Value) {
        let mut message = Vec::new();
        write_notification(&mut message, "$/cancel_request", &json!({ "requestId": id }));
        self.peer.send(&message);
    }

    /// Notifies the client that a question needs no answer any more, once this is dropped, unless it has
    /// answered.
    pub(super) fn withdraw_later(self: &Arc<Self>, number: u64) -> Withdrawn {
        Withdrawn { connection: Arc::clone(self), number }
    }
}

/// A question that is withdrawn when nobody waits for its answer any more.
pub(super) struct Withdrawn {
    connection: Arc<Shared>,
    number: u64,
}

impl Drop for Withdrawn {
    fn drop(&mut self) {
        self.connection.waiting.end(self.number);
        if self.connection.outgoing.forget(self.number) {
            self.connection.cancel_request(&self.number.into());
        }
    }
}
