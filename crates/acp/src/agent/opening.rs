//! Reopens a session for a client: finds it, connects its MCP servers, and replays its history.

use std::sync::Arc;

use serde_json::Value;

use super::connection_state::{ConnectionState, InitializedClient};
use super::reply::reply;
use super::session::Session;
use super::stored_session::StoredSession;
use super::toolbox::Toolbox;
use crate::protocol::{McpServer, Notice, SessionUpdate, SystemPrompt, no_session};
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
    /// Reopens a session, which may only be in the store. One that cannot be reopened is as it was.
    pub(super) async fn resume(mut self, id: String) -> Response {
        let sessions = &self.shared.sessions;
        while let Some(session) = sessions.closing(&id) {
            close(&self.shared, &session).await;
        }
        let was_open = sessions.find(&id).is_ok();
        let session = match sessions.open(&id) {
            Some(session) => session,
            None => self.load(&id).await?,
        };
        let servers = std::mem::take(&mut self.servers);
        let reopened = self.reopen(&session, servers).await;
        if reopened.is_err() && !was_open {
            sessions.begin_closing(&id);
            close(&self.shared, &session).await;
        }
        reopened
    }

    async fn reopen(&self, session: &Session, servers: Vec<McpServer>) -> Response {
        self.check_history(session)?;
        if let Some(prompt) = &self.system_prompt {
            let make_room = || self.shared.sessions.forget_oldest();
            session.set_system_prompt(Arc::clone(prompt), make_room)?;
            session.save_system_prompt().await.map_err(failed)?;
        }
        // What was allowed was allowed for the servers of then.
        session.release();
        connect(&self.shared, session, servers).await;
        if self.shared.sessions.find(session.id()).is_err() {
            // It was closed meanwhile.
            session.release();
            return Err(no_session(session.id()));
        }
        session.set_additional_directories(&self.directories);
        self.replay(session)?;
        reply(&Value::Object(session.opened(&self.client)))
    }

    /// # Errors
    ///
    /// When all of the history is to be replayed, and not all of it is kept.
    fn check_history(&self, session: &Session) -> Result<(), ErrorObject> {
        if self.replays && !self.client.codec.replays_what_is_left() {
            session.check_history()?;
        }
        Ok(())
    }

    /// Sends the history of a session, if it is asked for, and its state. Nothing comes between
    /// them: what a turn does meanwhile follows.
    fn replay(&self, session: &Session) -> Result<(), ErrorObject> {
        let _writing = session.writing();
        self.check_history(session)?;
        let mut updates = if self.replays { session.history()? } else { Vec::new() };
        if self.replays {
            updates.push(SessionUpdate::ReplayComplete);
        }
        updates.push(SessionUpdate::State(session.state()));
        if self.replays && session.history_is_cut() {
            let notice = Notice::warning("Parts of the conversation cannot be shown")
                .description("The history exceeds the size limit of a session.");
            let message = session.next_id("message");
            updates.push(SessionUpdate::Notice { notice, message });
        }
        for update in &updates {
            // What was read from JSON can be written as JSON.
            let _ = self.shared.send_update(&self.client, session, update);
        }
        Ok(())
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

/// Closes a session that is being closed, once nothing runs in it.
pub(super) async fn close(shared: &ConnectionState, session: &Session) {
    session.prompts().cancel();
    // Whoever waits for it finds it closed.
    let _foreground = session.foreground().await;
    shared.sessions.end_closing(session);
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
    ErrorObject::internal(format!("cannot save the session: {error}"))
}
