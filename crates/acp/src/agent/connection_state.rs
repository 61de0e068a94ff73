//! The state that the turns of a connection share.

use std::sync::Arc;

use serde_json::{Value, json};

use super::definition::Definition;
use super::waiting_turns::Waiting;
use crate::codec::Codec;
use crate::protocol::ClientSide;
use mcp_runtime::Server;
use mcp_runtime::internal::{Outgoing, SubscriptionSet};
use mcp_runtime_protocol::jsonrpc::{SharedPeer, write_notification};
use mcp_runtime_protocol::quota::Quota;

/// How many bytes of history are kept in all sessions together.
pub(crate) const MAX_HISTORIES: usize = 64 * 1024 * 1024;

/// A client that is initialized, with the codec of its version.
#[derive(Clone)]
pub(super) struct InitializedClient {
    pub(super) side: Arc<ClientSide>,
    pub(super) codec: &'static dyn Codec,
}

/// The state that the turns of a connection share.
pub(super) struct ConnectionState {
    pub(super) server: Server,
    pub(super) definition: Arc<Definition>,
    pub(super) peer: SharedPeer,
    pub(super) outgoing: Arc<Outgoing>,
    pub(super) subscriptions: Arc<SubscriptionSet>,
    /// The quota for the histories of the sessions.
    pub(super) histories: Arc<Quota>,
    pub(super) waiting: Waiting,
}

impl ConnectionState {
    pub(super) fn new(server: Server, definition: Arc<Definition>, peer: SharedPeer) -> Self {
        let histories = Quota::new(MAX_HISTORIES, MAX_HISTORIES);
        let (outgoing, subscriptions) = (Arc::default(), Arc::default());
        let waiting = Waiting::default();
        Self { server, definition, peer, outgoing, subscriptions, histories, waiting }
    }

    /// Notifies the client that a request is cancelled.
    pub(super) fn cancel_request(&self, id: &Value) {
        let mut message = Vec::new();
        write_notification(&mut message, "$/cancel_request", &json!({ "requestId": id }));
        self.peer.send(&message);
    }

    /// Cancels a request once the guard is dropped, unless the client has responded.
    pub(super) fn withdraw_later(self: &Arc<Self>, number: u64) -> Withdrawn {
        Withdrawn { connection: Arc::clone(self), number }
    }
}

/// Cancels a request when it is dropped, unless it has been answered.
pub(super) struct Withdrawn {
    connection: Arc<ConnectionState>,
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
