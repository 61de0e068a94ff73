//! `session/prompt`: begins a turn, or answers as the first time if it was sent before.

use std::sync::Arc;

use serde_json::json;

use super::connection::Connection;
use super::connection_state::InitializedClient;
use super::prompt::Prompt;
use super::reply::reply;
use super::run_turn::{PromptTurn, run_prompt};
use super::session::Session;
use super::turn::Turn;
use crate::protocol::{PromptParams, request_cancelled};
use mcp_runtime::internal::reserve;
use mcp_runtime::other_protocol::RequestAction;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, RequestId};

impl Connection {
    /// A session that is open.
    ///
    /// # Errors
    ///
    /// When there is none, or it is that of a subagent.
    pub(super) fn find(&self, id: &str) -> Result<Session, ErrorObject> {
        if self.shared.subagents.contains(id) {
            let message = "`sessionId`: the session of a subagent takes no requests";
            return Err(ErrorObject::invalid_params(message));
        }
        self.shared.sessions.find(id)
    }

    pub(super) fn prompt(
        &self,
        client: &InitializedClient,
        id: &RequestId,
        PromptParams { session_id, prompt, idempotency_key }: PromptParams,
        bytes: usize,
    ) -> Result<RequestAction, ErrorObject> {
        let session = self.find(&session_id)?;
        if prompt.is_empty() {
            return Err(ErrorObject::invalid_params("`prompt` must have at least one block"));
        }
        let key = client.codec.idempotency_key(idempotency_key)?;
        if let Some(key) = &key
            && let Some(response) = sent_before(&session, key)
        {
            return Ok(response);
        }
        let share = reserve(self.shared.server(), bytes)?;
        let guard = session.hold_turn(id, key)?;
        let shared = Arc::clone(&self.shared);
        let cancelled = guard.cancelled.clone();
        let turn = Turn::new(shared, session, client, Prompt::new(prompt), cancelled);
        let prompted = PromptTurn { turn, guard, _share: share };
        Ok(RequestAction::Run(run_prompt(prompted, id.clone())))
    }
}

/// The response to a prompt that has been sent before: that of the first time, once its turn has
/// begun.
fn sent_before(session: &Session, key: &str) -> Option<RequestAction> {
    let response = |message: &str| reply(&json!({ "messageId": message }));
    // Its message is kept before it stops to be an open prompt.
    let Some(mut begins) = session.prompts().with_key(key) else {
        let message = session.message_with_key(key)?;
        return Some(RequestAction::Ready(response(&message)));
    };
    Some(RequestAction::Pending(Box::pin(async move {
        let message = begins
            .wait_for(Option::is_some)
            .await
            .map_err(|_| request_cancelled())?
            .clone()
            .unwrap_or_default();
        response(&message)
    })))
}
