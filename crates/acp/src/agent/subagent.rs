//! Subagents: parts of the work of a turn that clients show as sessions of their own.

use std::ops::Deref;
use std::sync::Arc;

use super::subagents::CancelSubagent;
use super::turn::Turn;
use crate::protocol::{
    SessionState, SessionUpdate, StopReason, Subagent, SubagentUpdate, ToolCall, ToolCallContent,
    TurnEnd,
};
use mcp_runtime::internal::cancel;
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::{ContentBlock, Result};

/// A subagent that works: a [`Turn`] in a session of its own, which ends with it. One that is dropped,
/// or is still at work when the turn that has begun it is over, is shown as cancelled.
///
/// When a user cancels one that is [cancellable](crate::Subagent::cancellable), what it waits for
/// fails; unlike a turn, it is not dropped.
///
/// The client lists its session in the turn that has begun it; it cannot be loaded or prompted.
/// Clients that do not show subagents show a tool call with the last message.
///
/// ```
/// use mcp_runtime::Result;
/// use mcp_runtime_acp::{StopReason, Subagent, Turn};
///
/// async fn review(turn: &Turn) -> Result<()> {
///     let reviewer = turn.subagent(Subagent::new("Reviewer")).await?;
///     reviewer.told("Review the last change.").await?;
///     reviewer.say("There is nothing wrong with it.").await?;
///     reviewer.done(StopReason::EndTurn).await
/// }
/// ```
///
/// Source: [ACP, "Schema", SubagentUpdate](https://agentclientprotocol.com/protocol/schema#subagentupdate).
#[must_use = "a subagent that is dropped is cancelled"]
pub struct SubagentTurn(Turn);

short_debug!(SubagentTurn {});

impl Turn {
    /// Begins a part of the work that clients show as a session of its own.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn subagent(&self, subagent: Subagent) -> Result<SubagentTurn> {
        self.wait_for_room().await?;
        self.end_message();
        let is_shown = self.client().capabilities.subagents;
        let local_id = self.session().next_id("subagent");
        let id = if is_shown { format!("{}-{local_id}", self.session().id()) } else { local_id };
        let child = SubagentTurn(self.begin_subagent(&id, is_shown));
        let about = Some(subagent.clone());
        if is_shown {
            let turn = child.0.clone();
            let cancel_and_end = move || {
                cancel(&turn.cancelled());
                turn.end_subagent(TurnEnd::Stopped(StopReason::Cancelled));
            };
            let cancel =
                subagent.is_cancellable.then(|| Arc::new(cancel_and_end) as CancelSubagent);
            self.connection().subagents.begin(&id, cancel);
        }
        let state = SessionState::Running;
        let last_message = None;
        let begins = SubagentUpdate { id: id.clone(), about, state, last_message };
        if let Err(error) = self.send(&SessionUpdate::Subagent(begins)) {
            child.forget();
            return Err(error);
        }
        child.show_state(&SessionState::Running);
        if let Some(call) = self.call_id().filter(|_| is_shown) {
            let open = self.session().open_calls();
            open.show(call, ToolCallContent::Session(id));
            let id = call.to_owned();
            let content = Some(open.content(call, []));
            let shown = ToolCall { id, content, ..ToolCall::default() };
            self.send(&SessionUpdate::ToolCallUpdate(shown))?;
        }
        Ok(child)
    }

    /// Ends the turn of a subagent, unless it has ended.
    pub(super) fn end_subagent(&self, end: TurnEnd) {
        let Some(link) = self.subagent_link() else { return };
        if !link.end() {
            return;
        }
        self.end();
        self.connection().subagents.end(&link.id);
        self.report(SessionState::Idle(Some(end)));
    }
}

impl SubagentTurn {
    /// Forgets a subagent that no client knows.
    fn forget(&self) {
        if let Some(link) = self.subagent_link() {
            link.end();
            self.connection().subagents.end(&link.id);
        }
    }

    /// Shows what it has been told to do, as a message of the agent that has begun it.
    ///
    /// # Errors
    ///
    /// When it has been cancelled.
    pub async fn told(&self, content: impl Into<ContentBlock>) -> Result<()> {
        let Some(link) = self.subagent_link() else { return Ok(()) };
        let id = self.session().next_id("message");
        let content = content.into();
        let sender = link.parent_session.clone();
        let recipient = self.session().id().to_owned();
        self.update(&SessionUpdate::SessionMessage { id, sender, recipient, content }).await
    }

    /// Ends it.
    ///
    /// # Errors
    ///
    /// When it has been cancelled.
    pub async fn done(self, reason: StopReason) -> Result<()> {
        self.wait_for_room().await?;
        self.end_subagent(TurnEnd::Stopped(reason));
        Ok(())
    }

    /// Ends it with a message about what went wrong.
    ///
    /// # Errors
    ///
    /// When it has been cancelled.
    pub async fn failed(self, reason: impl Into<String>) -> Result<()> {
        self.wait_for_room().await?;
        let ErrorObject { code, message, .. } = ErrorObject::internal(reason.into());
        self.end_subagent(TurnEnd::Failed { code: code.0, message: message.into() });
        Ok(())
    }
}

impl Deref for SubagentTurn {
    type Target = Turn;

    fn deref(&self) -> &Turn {
        &self.0
    }
}

impl Drop for SubagentTurn {
    fn drop(&mut self) {
        self.0.end_subagent(TurnEnd::Stopped(StopReason::Cancelled));
    }
}
