//! The state that the turns of a connection share.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::definition::Definition;
use super::session::Session;
use super::sessions::Sessions;
use super::subagents::Subagents;
use super::waiting_turns::WaitingTurns;
use crate::codec::Codec;
use crate::protocol::{ClientSide, SessionUpdate};
use mcp_runtime::Server;
use mcp_runtime::other_protocol::{PendingResponse, RawPeer};
use mcp_runtime_protocol::jsonrpc::write_notification;
use mcp_runtime_protocol::quota::Quota;
use mcp_runtime_protocol::{Error, Result};

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
    pub(super) client: RawPeer,
    pub(super) definition: Arc<Definition>,
    /// The quota for the histories of the sessions.
    pub(super) histories: Arc<Quota>,
    pub(super) sessions: Sessions,
    pub(super) subagents: Subagents,
    pub(super) waiting: WaitingTurns,
}

impl ConnectionState {
    pub(super) fn new(client: RawPeer, definition: Arc<Definition>) -> Self {
        let histories = Quota::new(MAX_HISTORIES, MAX_HISTORIES);
        Self {
            client,
            definition,
            histories,
            sessions: Sessions::default(),
            subagents: Subagents::default(),
            waiting: WaitingTurns::default(),
        }
    }

    /// Sends an update of a session, in the form that the client can show.
    ///
    /// # Errors
    ///
    /// When it cannot be serialized.
    pub(super) fn send_update(
        &self,
        InitializedClient { side, codec }: &InitializedClient,
        session: &Session,
        update: &SessionUpdate,
    ) -> Result<()> {
        for update in codec.updates(update, side).map_err(Error::other)? {
            self.client.send(&notification(session, &update));
        }
        Ok(())
    }

    pub(super) fn server(&self) -> &Server {
        self.client.server()
    }

    /// Notifies the client that a request is cancelled.
    pub(super) fn cancel_request(&self, id: &Value) {
        self.client.notify("$/cancel_request", &json!({ "requestId": id }));
    }
}

/// A request to the client, which is cancelled when this is dropped, unless it has been answered.
pub(super) struct ClientRequest {
    pub(super) connection: Arc<ConnectionState>,
    pub(super) response: PendingResponse,
}

impl Drop for ClientRequest {
    fn drop(&mut self) {
        let number = self.response.id();
        self.connection.waiting.end(number);
        if self.response.ignore() {
            self.connection.cancel_request(&number.into());
        }
    }
}

/// The message that carries an update.
fn notification(session: &Session, update: &RawValue) -> Vec<u8> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        session_id: &'a str,
        update: &'a RawValue,
    }
    let mut message = Vec::new();
    let params = Params { session_id: session.id(), update };
    write_notification(&mut message, "session/update", &params);
    message
}
