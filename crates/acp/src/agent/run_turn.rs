//! Runs a turn, from its prompt to its end.

use std::pin::pin;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::select;

use super::BoxFuture;
use super::open_prompts::TurnGuard;
use super::turn::Turn;
use super::turn_peer::TurnPeer;
use crate::protocol::{SessionState, SessionUpdate, StopReason, TurnEnd, request_cancelled};
use mcp_runtime::Context;
use mcp_runtime::internal::handler_context;
use mcp_runtime::middleware::Response;
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

/// Runs the agent for a prompt, once the earlier ones of the session are over: a client may cancel
/// a turn and send the next prompt at once, before it knows that the turn has ended.
///
/// A turn that was cancelled is answered as such, whatever its agent returns.
///
/// Source: [ACP, "Prompt Turn", Cancellation](https://agentclientprotocol.com/protocol/prompt-turn#cancellation).
pub(super) fn run_prompt(prompted: PromptTurn, id: RequestId) -> BoxFuture<()> {
    Box::pin(async move {
        let turn = &prompted.turn;
        let guard = &prompted.guard;
        let mut request = PromptRequest { turn, id, is_answered: false };
        // Released last: nothing of the next turn may precede the end of this one.
        let mut foreground = pin!(turn.session().foreground());
        let _foreground = select! {
            biased;
            () = guard.cancelled.cancelled() => {
                // One that is withdrawn with those before it is answered after them.
                let _place = if guard.follows_cancelled() { Some(foreground.await) } else { None };
                return drop(request);
            }
            foreground = &mut foreground => foreground,
        };
        request.turn_begins(guard);
        let mut finisher = TurnFinisher { turn, end: TurnEnd::Stopped(StopReason::Cancelled) };
        let response = run(&prompted, request.id.clone()).await;
        finisher.end = match &response {
            Ok(reply) => TurnEnd::Stopped(StopReason::of(reply)),
            Err(error) => {
                TurnEnd::Failed { code: error.code.0, message: error.message.clone().into() }
            }
        };
        turn.end_and_save().await;
        request.turn_ends(&response);
    })
}

/// The response of the agent, unless the turn is cancelled.
async fn run(PromptTurn { turn, guard, .. }: &PromptTurn, id: RequestId) -> Response {
    let cancelled = &guard.cancelled;
    let answered = select! {
        biased;
        () = cancelled.cancelled() => None,
        response = call(turn, id) => Some(response),
    };
    let response = answered.filter(|_| !cancelled.is_cancelled());
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

/// The request of a prompt: it is answered once, even if the turn never begins.
struct PromptRequest<'a> {
    turn: &'a Turn,
    id: RequestId,
    is_answered: bool,
}

impl PromptRequest<'_> {
    /// Keeps the user's message, and responds if that is due when the agent begins to process it.
    fn turn_begins(&mut self, guard: &TurnGuard) {
        let turn = self.turn;
        let message = self.turn.user_message(guard.key());
        // The content was read from JSON, so it can be written as JSON.
        if turn.codec().answers_when_turn_begins() {
            self.succeed(&json!({ "messageId": turn.message_id() }));
            guard.answered(turn.message_id());
            let _ = turn.send(&message);
            turn.report(SessionState::Running);
        } else {
            let _ = turn.keep(&message);
        }
    }

    /// Responds why the turn has ended, unless the request is answered.
    fn turn_ends(&mut self, response: &Response) {
        match response {
            Ok(reply) => self.succeed(&json!({ "stopReason": StopReason::of(reply) })),
            Err(error) => self.fail(error),
        }
    }

    fn succeed(&mut self, result: &Value) {
        let mut answer = Vec::new();
        // Serializing words cannot fail.
        let _ = write_result(&mut answer, &self.id, |out| serde_json::to_writer(out, result));
        self.send(&answer);
    }

    fn fail(&mut self, error: &ErrorObject) {
        let mut answer = Vec::new();
        write_error(&mut answer, Some(&self.id), false, error);
        self.send(&answer);
    }

    fn send(&mut self, answer: &[u8]) {
        if !self.is_answered {
            self.turn.connection().client.send(answer);
            self.is_answered = true;
        }
    }
}

impl Drop for PromptRequest<'_> {
    fn drop(&mut self) {
        if self.turn.codec().answers_when_turn_begins() {
            self.fail(&request_cancelled());
        } else {
            self.turn_ends(&StopReason::Cancelled.response());
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
            tracing::warn!(session = self.session().id(), %error, "could not save a turn");
        }
    }

    /// The user's message, as an update.
    fn user_message(&self, key: Option<String>) -> SessionUpdate {
        let content = self.whole_prompt().content().to_vec();
        SessionUpdate::UserMessage { id: self.message_id().to_owned(), content, key }
    }

    /// The context of a handler within the turn: it can send requests, as in a legacy session.
    pub(super) fn context(&self, id: impl Into<RequestId>, peer: SharedPeer) -> Context {
        let facts = self.client().facts();
        let values = self.session().values();
        handler_context(&self.connection().client, facts, values, id, peer, Arc::new(self.clone()))
    }
}
