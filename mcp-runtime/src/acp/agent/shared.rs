//! What the turns of a connection share.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::jsonrpc::{SharedPeer, write_notification};
use crate::negotiation::{Interests, Outgoing, Quota};
use crate::server::Server;
use crate::server::handler::Handler;

/// How many bytes of what was said are kept in all sessions together.
pub(crate) const MAX_HISTORIES: usize = 64 * 1024 * 1024;

/// What the turns of a connection share.
pub(super) struct Shared {
    pub(super) server: Server,
    pub(super) handler: Arc<Handler>,
    pub(super) peer: SharedPeer,
    pub(super) outgoing: Arc<Outgoing>,
    pub(super) interests: Arc<Interests>,
    /// What the sessions keep of what was said.
    pub(super) histories: Arc<Quota>,
}

impl Shared {
    pub(super) fn new(server: Server, handler: Arc<Handler>, peer: SharedPeer) -> Self {
        let histories = Quota::new(MAX_HISTORIES, MAX_HISTORIES);
        let (outgoing, interests) = (Arc::default(), Arc::default());
        Self { server, handler, peer, outgoing, interests, histories }
    }

    /// Tells the client that a question needs no answer any more.
    pub(super) fn cancel_request(&self, id: &Value) {
        let mut message = Vec::new();
        write_notification(&mut message, "$/cancel_request", &json!({ "requestId": id }));
        self.peer.send(&message);
    }

    /// Tells the client that a question needs no answer any more, once this is dropped, unless it has
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
        if self.connection.outgoing.forget(self.number) {
            self.connection.cancel_request(&self.number.into());
        }
    }
}
