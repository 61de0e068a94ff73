//! Reopens a session for a client: finds it, connects its MCP servers, and replays its history.

use std::sync::Arc;

use serde_json::Value;

use super::connection_state::{ConnectionState, InitializedClient};
use super::reply::reply;
use super::session::Session;
use super::stored_session::StoredSession;
use super::toolbox::Toolbox;
use crate::protocol::{McpServer, Notice, SessionState, SessionUpdate, SystemPrompt, no_session};
use mcp_runtime::middleware::Response;
use mcp_runtime_protocol::caller::Caller;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::quota::Account;

/// A request to reopen a session.
pub(super) struct ReopenRequest {
    pub(super) shared: Arc<ConnectionState>,
    pub(super) client: InitializedClient,
    /// Further directories, which the client sets anew.
    pub(super) directories: Vec<String>,
    /// A system prompt, which replaces the one that is kept.
    pub(super) system_prompt: Option<Arc<SystemPrompt>>,
    pub(super) servers: Vec<McpServer>,
    /// Whether the history is replayed.
    pub(super) replays: bool,
}

impl ReopenRequest {
    /// Reopens a session, which may only be in the store.
    pub(super) async fn resume(self, id: String) -> Response {
        let session = match self.shared.sessions.open(&id) {
            Some(session) => session,
            None => self.load(&id).await?,
        };
        if self.replays && !self.client.codec.replays_what_is_left() {
            session.check_history()?;
        }
        if let Some(prompt) = self.system_prompt {
            session.set_system_prompt(prompt, || self.shared.sessions.forget_oldest())?;
            session.save_system_prompt().await.map_err(failed)?;
        }
        connect(&self.shared, &session, self.servers).await;
        session.set_additional_directories(&self.directories);
        replay(&self.shared, &self.client, &session, self.replays)?;
        reply(&Value::Object(session.opened(&self.client)))
    }

    async fn load(&self, id: &str) -> Result<Session, ErrorObject> {
        let settings = &self.shared.definition.settings;
        let store = settings.store.as_ref().ok_or_else(|| no_session(id))?;
        let StoredSession { head, system_prompt, entries } =
            store.load(id).await.map_err(failed)?.ok_or_else(|| no_session(id))?;
        let history = Account::new(&self.shared.histories, Caller::Anonymous);
        let values = self.shared.sessions.take_values(id);
        let session = Session::new(id.to_owned(), head, Arc::clone(settings), history, values);
        session.restore(entries);
        if let Some(prompt) = system_prompt {
            session.set_system_prompt(prompt.into(), || self.shared.sessions.forget_oldest())?;
        }
        self.shared.sessions.keep(session)
    }
}

/// Sends the history of a session, if it is asked for, and its state. Nothing comes between them:
/// what a turn does meanwhile follows.
fn replay(
    shared: &ConnectionState,
    client: &InitializedClient,
    session: &Session,
    replays: bool,
) -> Result<(), ErrorObject> {
    let _writing = session.writing();
    let mut updates = if replays { session.history()? } else { Vec::new() };
    if replays {
        updates.push(SessionUpdate::ReplayComplete);
    }
    let is_running = !session.prompts().are_none();
    let now = if is_running { SessionState::Running } else { SessionState::Idle(None) };
    updates.push(SessionUpdate::State(now));
    if replays && session.history_is_cut() {
        let notice = Notice::warning("The conversation cannot be shown")
            .description("It is longer than what is kept of a session.");
        let message = session.next_id("message");
        updates.push(SessionUpdate::Notice { notice, message });
    }
    for update in &updates {
        for update in client.codec.updates(update, &client.side).into_iter().flatten() {
            shared.client.send(&session.notification(&update));
        }
    }
    Ok(())
}

/// Starts the MCP servers of a session. They replace those that it had, even if there are none now:
/// the client names all of them each time, and may have stopped trusting one.
///
/// Source: [ACP, "Session Setup", MCP Servers](https://agentclientprotocol.com/protocol/session-setup#mcp-servers).
pub(super) async fn connect(shared: &ConnectionState, session: &Session, servers: Vec<McpServer>) {
    let info = shared.server().info();
    session.set_toolbox(Toolbox::connect(servers, session.cwd(), info).await);
}

/// The error for a client when the session store has failed.
pub(super) fn failed(error: impl std::fmt::Display) -> ErrorObject {
    ErrorObject::internal(format!("the session cannot be kept: {error}"))
}
