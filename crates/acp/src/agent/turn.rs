//! A turn, from the agent's side.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use super::commands::CommandCall;
use super::connection_state::{ConnectionState, InitializedClient};
use super::prompt::Prompt;
use super::session::Session;
use super::subagent_link::{ParentTurn, SubagentLink};
use super::turn_state::{Speech, TurnState};
use super::waiting_turns::Waits;
use crate::codec::Codec;
use crate::protocol::{
    ClientSide, CompactionStatus, CompactionUpdate, SessionState, SessionUpdate, StopReason,
    ToolCall, ToolStatus, TurnEnd,
};
use mcp_runtime::internal::handler_scope;
use mcp_runtime::{Cancelled, Context};
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Error, Result};

/// A turn: how an agent answers a prompt; a context parameter of an agent and of the tools that it
/// calls.
///
/// A turn that its client cancels is dropped, whatever it is waiting for. All methods that send
/// something apply backpressure: they wait while the client does not read.
///
/// ```
/// use mcp_runtime::Result;
/// use mcp_runtime_acp::{Turn, agent};
///
/// #[agent]
/// async fn planner(turn: Turn) -> Result<()> {
///     turn.think("Where do I begin?").await?;
///     turn.plan(["look around", "begin"]).await?;
///     turn.say("I have a plan.").await
/// }
/// ```
///
/// Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn).
#[derive(Clone)]
pub struct Turn(Arc<TurnState>, Option<Arc<str>>);

short_debug!(Turn {});

impl Turn {
    pub(super) fn new(
        connection: Arc<ConnectionState>,
        session: Session,
        client: &InitializedClient,
        prompt: Prompt,
        cancelled: Cancelled,
    ) -> Self {
        let message_id = session.next_id("message");
        let command = connection.definition.commands.invoked(&prompt);
        let state = TurnState {
            connection,
            session,
            client: client.clone(),
            prompt,
            command,
            cancelled,
            is_over: AtomicBool::new(false),
            message_id,
            speech: Mutex::default(),
            compactions: Mutex::default(),
            subagent: None,
            subagents: Mutex::default(),
        };
        Self(Arc::new(state), None)
    }

    /// The turn of a subagent of this one.
    pub(super) fn begin_subagent(&self, id: &str, is_shown: bool) -> Self {
        let TurnState { connection, session, client, prompt, .. } = &*self.0;
        // One that is not shown asks its questions in the session of this turn.
        let parent_session = session.id().to_owned();
        let session = session.child(if is_shown { id } else { session.id() });
        let parent: Arc<dyn ParentTurn> = Arc::clone(&self.0) as _;
        let state = Arc::new(TurnState {
            connection: Arc::clone(connection),
            message_id: session.next_id("message"),
            session,
            client: client.clone(),
            prompt: prompt.clone(),
            command: None,
            cancelled: Cancelled::default(),
            is_over: AtomicBool::new(false),
            speech: Mutex::default(),
            compactions: Mutex::default(),
            subagent: Some(SubagentLink::new(parent, parent_session, id.to_owned(), is_shown)),
            subagents: Mutex::default(),
        });
        let mut subagents = self.0.subagents.lock();
        subagents.retain(|begun| begun.strong_count() > 0);
        subagents.push(Arc::downgrade(&state));
        Self(state, None)
    }

    pub(super) fn subagent_link(&self) -> Option<&SubagentLink> {
        self.0.subagent.as_ref()
    }

    /// Shows the state of a session, apart from that of the turn that has begun it.
    pub(super) fn show_state(&self, state: &SessionState) {
        self.0.show_state(state);
    }

    /// Returns this turn for the tool that serves a call.
    pub(super) fn within(&self, call: &str) -> Self {
        Self(Arc::clone(&self.0), Some(call.into()))
    }

    /// The call that is being served, if a tool holds this turn.
    pub(super) fn call_id(&self) -> Option<&str> {
        self.1.as_deref()
    }

    /// The turn that a handler runs in.
    ///
    /// # Errors
    ///
    /// When it does not run in a turn.
    pub(super) fn of(context: &Context) -> Result<&Self> {
        handler_scope(context).ok_or_else(|| {
            Error::other(
                "`Turn`, `Session` and `Prompt` are available only in a turn of an agent: take \
                 `Option<Turn>` elsewhere",
            )
        })
    }

    /// The session that the turn belongs to.
    pub fn session(&self) -> &Session {
        &self.0.session
    }

    /// The user's prompt; for a command, without its name.
    pub fn prompt(&self) -> &Prompt {
        self.0.command.as_ref().map_or(&self.0.prompt, |command| &command.rest)
    }

    /// How the client describes itself.
    pub fn client(&self) -> &ClientSide {
        &self.0.client.side
    }

    /// Whether the turn has been cancelled, for work that is not stopped by dropping the future.
    pub fn cancelled(&self) -> Cancelled {
        self.0.cancelled.clone()
    }

    pub(super) fn connection(&self) -> &Arc<ConnectionState> {
        &self.0.connection
    }

    /// The entire prompt of the user.
    pub(super) fn whole_prompt(&self) -> &Prompt {
        &self.0.prompt
    }

    /// The command that the prompt names.
    pub(super) fn command(&self) -> Option<&CommandCall> {
        self.0.command.as_ref()
    }

    /// Sends an update, once there is room for it, and keeps it for clients that load the session.
    pub(super) async fn update(&self, update: &SessionUpdate) -> Result<()> {
        self.wait_for_room().await?;
        self.send(update)
    }

    /// Sends an update that is not part of the history.
    pub(super) async fn notify(&self, update: &SessionUpdate) -> Result<()> {
        self.wait_for_room().await?;
        self.0.write(update)
    }

    /// Sends an update that is not part of the history, whether or not there is room for it.
    pub(super) fn write(&self, update: &SessionUpdate) -> Result<()> {
        self.0.write(update)
    }

    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub(super) async fn wait_for_room(&self) -> Result<()> {
        self.0.connection.client.ready().await;
        self.check_running()
    }

    /// # Errors
    ///
    /// When the turn has been cancelled, or is over: all updates come before its end.
    pub(super) fn check_running(&self) -> Result<()> {
        self.0.check_running()
    }

    pub(super) fn send(&self, update: &SessionUpdate) -> Result<()> {
        self.0.send_as(update, update)
    }

    /// Sends an update, and keeps it in another form.
    pub(super) fn send_as(&self, kept: &SessionUpdate, sent: &SessionUpdate) -> Result<()> {
        self.0.send_as(kept, sent)
    }

    /// Reports the state of the session, which is not kept.
    pub(super) fn report(&self, state: SessionState) {
        self.0.report(state);
    }

    /// Waits for the user's answer to a question, until it arrives or the question is withdrawn.
    pub(super) fn wait_for_person(&self, question: u64) {
        let turn: Arc<dyn Waits> = Arc::clone(&self.0) as _;
        self.0.connection.waiting.begin(question, &turn);
    }

    /// Keeps an update, for clients that load the session again.
    pub(super) fn keep(&self, update: &SessionUpdate) -> Result<()> {
        self.0.keep(update)
    }

    /// The id of the user's message.
    pub(super) fn message_id(&self) -> &str {
        &self.0.message_id
    }

    pub(super) fn codec(&self) -> &'static dyn Codec {
        self.0.client.codec
    }

    /// The id of the message that is being streamed: consecutive chunks of the same kind share one.
    pub(super) fn speak(&self, what: Speech) -> String {
        let mut speech = self.0.speech.lock();
        match &*speech {
            Some((said, id)) if *said == what => id.clone(),
            _ => {
                let id = self.session().next_id("message");
                *speech = Some((what, id.clone()));
                id
            }
        }
    }

    /// Ends the message that is being streamed: what follows is another one.
    pub(super) fn end_message(&self) {
        *self.0.speech.lock() = None;
    }

    /// The id of a compaction that begins.
    pub(super) fn begin_compaction(&self) -> String {
        self.end_message();
        let id = self.session().next_id("compaction");
        self.0.compactions.lock().push(id.clone());
        id
    }

    /// Notes that a compaction has ended; returns whether it had not.
    pub(super) fn end_compaction(&self, id: &str) -> bool {
        let mut open = self.0.compactions.lock();
        let position = open.iter().position(|begun| begun == id);
        position.map(|position| open.swap_remove(position)).is_some()
    }

    /// The id of a call that begins, and the handle that cancels only this call.
    pub(super) fn begin_call(&self) -> (String, Cancelled) {
        self.end_message();
        let id = self.session().next_id("call");
        let cancelled = self.session().open_calls().begin(&id);
        (id, cancelled)
    }

    pub(super) fn end_call(&self, id: &str) {
        self.session().open_calls().end(id);
    }

    /// Ends what the agent has left open, since nothing works on it any more: subagents, calls and
    /// compactions. Nothing is sent in the turn after that.
    pub(super) fn end(&self) {
        let begun = std::mem::take(&mut *self.0.subagents.lock());
        for subagent in begun.iter().filter_map(Weak::upgrade) {
            Self(subagent, None).end_subagent(TurnEnd::Stopped(StopReason::Cancelled));
        }
        let _writing = self.session().writing();
        if self.0.is_over.swap(true, Ordering::Relaxed) {
            return;
        }
        let turn: Arc<dyn Waits> = Arc::clone(&self.0) as _;
        self.0.connection.waiting.forget(&turn);
        let calls = self.session().open_calls().take().map(|id| {
            let status = Some(ToolStatus::Cancelled);
            SessionUpdate::ToolCallUpdate(ToolCall { id, status, ..ToolCall::default() })
        });
        let compactions = std::mem::take(&mut *self.0.compactions.lock()).into_iter().map(|id| {
            SessionUpdate::Compaction(CompactionUpdate::new(&id, CompactionStatus::Cancelled))
        });
        for update in calls.chain(compactions) {
            // Serializing text and a word cannot fail.
            let _ = self.0.keep(&update).and_then(|()| self.0.emit(&update));
        }
    }
}
