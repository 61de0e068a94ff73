//! Runs a turn, from its prompt to its end.

use std::sync::Arc;

use serde_json::json;
use tokio::select;

use super::BoxFuture;
use super::session::TurnGuard;
use super::turn::Turn;
use super::turn_peer::TurnPeer;
use crate::protocol::{SessionState, SessionUpdate, StopReason, TurnEnd, request_cancelled};
use mcp_runtime::Context;
use mcp_runtime::internal::handler_context;
use mcp_runtime::middleware::Response;
use mcp_runtime::other_protocol::RawPeer;
use mcp_runtime_protocol::jsonrpc::{
    ErrorObject, RequestId, SharedPeer, write_error, write_result,
};
use mcp_runtime_protocol::quota::Share;

/// A prompt, with all that it holds until its turn is over.
pub(super) struct PromptTurn {
    pub(super) turn: Turn,
    pub(super) guard: TurnGuard,
    /// The memory that is reserved for the prompt.
    pub(super) _share: Option<Share>,
}

/// Runs the agent for a prompt that is answered at the end of its turn.
///
/// A turn that was cancelled is answered as such, whatever its agent returns.
///
/// # Errors
///
/// When the prompt cannot be kept.
pub(super) fn answer_at_end(
    prompted: PromptTurn,
    id: RequestId,
) -> Result<BoxFuture<Response>, ErrorObject> {
    let turn = &prompted.turn;
    turn.keep(&turn.user_message()).map_err(|error| ErrorObject::internal(error.to_string()))?;
    Ok(Box::pin(async move {
        let turn = &prompted.turn;
        let _foreground = turn.session().foreground().await;
        let _finisher = TurnFinisher { turn, end: TurnEnd::Stopped(StopReason::Cancelled) };
        let response = run(&prompted, id).await;
        turn.end_and_save().await;
        response
    }))
}

/// Runs the agent for a prompt that is answered when its turn begins, once the earlier ones are
/// over.
pub(super) fn answer_when_turn_begins(prompted: PromptTurn, id: RequestId) -> BoxFuture<()> {
    Box::pin(async move {
        let client = prompted.turn.connection().client.clone();
        let mut request = PromptRequest { client, id, is_answered: false };
        let (turn, guard) = (&prompted.turn, &prompted.guard);
        let _foreground = select! {
            biased;
            () = guard.cancelled.cancelled() => return,
            foreground = turn.session().foreground() => foreground,
        };
        request.answer(turn.message_id());
        guard.answered();
        // The content was read from JSON, so it can be written as JSON.
        let _ = turn.send(&turn.user_message());
        turn.report(SessionState::Running);
        let mut finisher = TurnFinisher { turn, end: TurnEnd::Stopped(StopReason::Cancelled) };
        let response = run(&prompted, request.id.clone()).await;
        finisher.end = match response {
            Ok(reply) => TurnEnd::Stopped(StopReason::of(&reply)),
            Err(error) => TurnEnd::Failed { code: error.code.0, message: error.message.into() },
        };
        turn.end_and_save().await;
    })
}

/// The response of the agent, unless the turn is cancelled.
async fn run(PromptTurn { turn, guard, .. }: &PromptTurn, id: RequestId) -> Response {
    let cancelled = &guard.cancelled;
    let response = select! {
        biased;
        () = cancelled.cancelled() => None,
        response = call(turn, id) => Some(response),
    };
    let response = response.filter(|_| !cancelled.is_cancelled());
    response.unwrap_or_else(|| StopReason::Cancelled.response())
}

async fn call(turn: &Turn, id: RequestId) -> Response {
    let peer = Arc::new(TurnPeer::new(turn.clone(), None));
    let mut context = turn.context(id, peer);
    let response = match turn.command() {
        Some(command) => command.handler.run(&mut context, &command.input),
        None => turn.connection().definition.handler.run(&mut context, ""),
    };
    response.await
}

/// The request of a queued prompt: it is answered even if the turn never begins.
struct PromptRequest {
    client: RawPeer,
    id: RequestId,
    is_answered: bool,
}

impl PromptRequest {
    /// Responds that the agent begins to process a message.
    fn answer(&mut self, message: &str) {
        let mut answer = Vec::new();
        let result = json!({ "messageId": message });
        // Serializing a string cannot fail.
        let _ = write_result(&mut answer, &self.id, |out| serde_json::to_writer(out, &result));
        self.client.send(&answer);
        self.is_answered = true;
    }
}

impl Drop for PromptRequest {
    fn drop(&mut self) {
        if !self.is_answered {
            let mut answer = Vec::new();
            write_error(&mut answer, Some(&self.id), false, &request_cancelled());
            self.client.send(&answer);
        }
    }
}

/// Ends what a turn has left open and reports how it has ended, also when it is dropped early.
struct TurnFinisher<'a> {
    turn: &'a Turn,
    end: TurnEnd,
}

impl Drop for TurnFinisher<'_> {
    fn drop(&mut self) {
        self.turn.end();
        self.turn.report(SessionState::Idle(Some(self.end.clone())));
    }
}

impl Turn {
    /// Saves the history of the turn, before the client learns that the turn is over.
    async fn end_and_save(&self) {
        self.end();
        if let Err(error) = self.session().save().await {
            tracing::warn!(session = self.session().id(), %error, "a turn cannot be kept");
        }
    }

    /// The user's message, as an update.
    fn user_message(&self) -> SessionUpdate {
        let content = self.whole_prompt().content().to_vec();
        SessionUpdate::UserMessage { id: self.message_id().to_owned(), content }
    }

    /// The context of a handler within the turn: it can send requests, as in a legacy session.
    pub(super) fn context(&self, id: impl Into<RequestId>, peer: SharedPeer) -> Context {
        let (facts, values) = (self.client().facts(), self.session().values());
        handler_context(&self.connection().client, facts, values, id, peer, Arc::new(self.clone()))
    }
}
