//! What all handles of a turn share, and how its updates are kept and sent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use super::commands::CommandCall;
use super::connection_state::{ConnectionState, InitializedClient};
use super::prompt::Prompt;
use super::session::Session;
use super::shortened::shortened;
use super::subagent_link::{ParentTurn, SubagentLink};
use super::waiting_turns::Waits;
use crate::protocol::{Notice, SessionState, SessionUpdate};
use mcp_runtime::Cancelled;
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Error, Result};

/// What all handles of a turn share.
pub(super) struct TurnState {
    pub(super) connection: Arc<ConnectionState>,
    pub(super) session: Session,
    pub(super) client: InitializedClient,
    pub(super) prompt: Prompt,
    /// The command that the prompt names.
    pub(super) command: Option<CommandCall>,
    pub(super) cancelled: Cancelled,
    /// Whether the client has been notified of its end.
    pub(super) is_over: AtomicBool,
    /// The id of the user's message.
    pub(super) message_id: String,
    /// The message that is being streamed, and its id, until something else is done.
    pub(super) speech: Mutex<Option<(Speech, String)>>,
    /// The compactions that have begun and not ended.
    pub(super) compactions: Mutex<Vec<String>>,
    /// For the turn of a subagent.
    pub(super) subagent: Option<SubagentLink>,
    /// The turns of the subagents that it has begun.
    pub(super) subagents: Mutex<Vec<Weak<Self>>>,
}

/// What an agent can stream in chunks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Speech {
    Message,
    Thought,
}

impl TurnState {
    /// Keeps an update, and sends it in another form.
    ///
    /// # Errors
    ///
    /// When the turn is over: all updates come before its end.
    pub(super) fn send_as(&self, kept: &SessionUpdate, sent: &SessionUpdate) -> Result<()> {
        let _writing = self.session.writing();
        self.check_not_over()?;
        self.keep(kept)?;
        self.emit(sent)
    }

    /// Sends an update that is not kept.
    ///
    /// # Errors
    ///
    /// When the turn is over.
    pub(super) fn write(&self, update: &SessionUpdate) -> Result<()> {
        let _writing = self.session.writing();
        self.check_not_over()?;
        self.emit(update)
    }

    /// Shows the state of the session, which clients that load it again get, too.
    pub(super) fn show_state(&self, state: &SessionState) {
        let _writing = self.session.writing();
        let ends = matches!(state, SessionState::Idle(_));
        if ends || self.check_not_over().is_ok() {
            self.session.set_state(state.clone());
            // Serializing text and a word cannot fail.
            let _ = self.emit(&SessionUpdate::State(state.clone()));
        }
    }

    fn check_not_over(&self) -> Result<()> {
        if self.is_over.load(Ordering::Relaxed) {
            return Err(Error::other("the turn is over"));
        }
        Ok(())
    }

    /// Keeps an update, and tells the user when something has to be forgotten for it.
    pub(super) fn keep(&self, update: &SessionUpdate) -> Result<()> {
        // The session of a subagent is never loaded.
        if self.subagent.is_some() {
            return Ok(());
        }
        let (json, is_shorter) = shortened(update).map_err(Error::other)?;
        if is_shorter && matches!(update, SessionUpdate::UserMessage { .. }) {
            self.warn("Large parts of the prompt are kept only for this turn")?;
        }
        let make_room = || self.connection.sessions.forget_oldest();
        if self.session.record(json.into(), make_room) {
            self.warn("The oldest parts of this session's history are being discarded")?;
        }
        Ok(())
    }

    /// Warns the user that something is not kept.
    fn warn(&self, what: &str) -> Result<()> {
        let notice = Notice::warning(what).description(
            "The history of a session is limited in size: repeat what the agent still needs.",
        );
        let message = self.session.next_id("message");
        self.emit(&SessionUpdate::Notice { notice, message })
    }

    pub(super) fn emit(&self, update: &SessionUpdate) -> Result<()> {
        if let Some(link) = &self.subagent {
            link.note(update);
            if !link.is_shown {
                return Ok(());
            }
        }
        self.connection.send_update(&self.client, &self.session, update)
    }
}

impl Waits for TurnState {
    fn report(&self, state: SessionState) {
        self.show_state(&state);
        if let Some(link) = &self.subagent {
            link.report(state);
        }
    }

    fn is_over(&self) -> bool {
        self.cancelled.is_cancelled() || self.is_over.load(Ordering::Relaxed)
    }
}

impl ParentTurn for TurnState {
    fn check_running(&self) -> Result<()> {
        if self.cancelled.is_cancelled() {
            return Err(Error::cancelled());
        }
        self.check_not_over()?;
        self.subagent.as_ref().map_or(Ok(()), |link| link.parent.check_running())
    }

    fn send(&self, update: &SessionUpdate) -> Result<()> {
        self.send_as(update, update)
    }
}
