//! A running turn: when it has ended, and why.

use std::sync::Arc;
use std::task::{Context, Poll, ready};

use serde::Deserialize;

use super::inbox::{Read, SessionInbox};
use super::model::{SessionState, Update};
use crate::protocol::StopReason;
use mcp_runtime::Cancelled;
use mcp_runtime_client::OpenRequest;
use mcp_runtime_protocol::jsonrpc::truncate_for_display;
use mcp_runtime_protocol::{Error, Result};

/// A running turn.
pub(super) struct RunningTurn {
    inbox: Arc<SessionInbox>,
    cancelled: Cancelled,
    /// The prompt, until it is answered.
    prompt: Option<OpenRequest>,
    /// Whether the prompt is answered at the end of the turn.
    answers_at_end: bool,
    /// Whether the agent has reported that it is running.
    has_run: bool,
    end: Option<Result<StopReason>>,
}

/// The next event of a turn.
pub(super) enum Step {
    Update(Box<Update>),
    /// Too many updates were unread.
    Full,
    End(Result<StopReason>),
}

impl Drop for RunningTurn {
    fn drop(&mut self) {
        self.inbox.end();
    }
}

impl RunningTurn {
    pub(super) fn new(
        inbox: Arc<SessionInbox>,
        cancelled: Cancelled,
        prompt: OpenRequest,
        answers_at_end: bool,
    ) -> Self {
        let prompt = Some(prompt);
        Self { inbox, cancelled, prompt, answers_at_end, has_run: false, end: None }
    }

    /// Polls for the next event; there is none after the end.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Step> {
        loop {
            if self.has_ended_by_update() {
                return Poll::Ready(Step::End(self.take_end()));
            }
            match self.inbox.poll_read(cx) {
                Poll::Ready(Read::Update(update)) => {
                    self.note(&update);
                    return Poll::Ready(Step::Update(update));
                }
                Poll::Ready(Read::Full) => return Poll::Ready(Step::Full),
                // The response may have arrived before.
                Poll::Ready(Read::Ended(why)) if self.prompt.is_none() && self.end.is_none() => {
                    return Poll::Ready(Step::End(Err(why)));
                }
                _ => {}
            }
            if self.prompt.is_none() {
                return match self.end {
                    Some(_) => Poll::Ready(Step::End(self.take_end())),
                    None => Poll::Pending,
                };
            }
            // Updates that arrived before the response are read before it.
            ready!(self.poll_answer(cx));
        }
    }

    /// Sends the prompt, once there is room for it.
    pub(super) fn poll_sent(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        match self.poll_answer(cx) {
            Poll::Pending if !self.is_sent() => Poll::Pending,
            _ => Poll::Ready(()),
        }
    }

    /// Whether the prompt has been sent, as far as is known.
    pub(super) fn is_sent(&self) -> bool {
        self.prompt.as_ref().is_none_or(OpenRequest::is_sent)
    }

    /// Discards its updates, except for those that report its end.
    pub(super) fn discard(&self) {
        self.inbox.discard();
    }

    /// Whether the turn is over, where a state update and not the response ends it.
    fn has_ended_by_update(&self) -> bool {
        !self.answers_at_end && self.prompt.is_none() && self.end.is_some()
    }

    fn take_end(&mut self) -> Result<StopReason> {
        self.end.take().unwrap_or_else(|| Err(Error::closed()))
    }

    fn note(&mut self, update: &Update) {
        let Update::State(state) = update else { return };
        match state {
            SessionState::Running => self.has_run = true,
            SessionState::RequiresAction | SessionState::Unknown => {}
            SessionState::Idle { reason, error } => {
                self.end = match (error, reason) {
                    (Some(error), _) => Some(Err(error.clone().into())),
                    (None, Some(Ok(reason))) => Some(Ok(*reason)),
                    (None, Some(Err(name))) => Some(Err(no_reason(name))),
                    (None, None) if self.cancelled.is_cancelled() => {
                        Some(Ok(StopReason::Cancelled))
                    }
                    (None, None) if self.has_run => Some(Ok(StopReason::EndTurn)),
                    // It reports the state before the prompt.
                    (None, None) => return,
                };
            }
        }
    }

    fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(prompt) = &mut self.prompt else { return Poll::Ready(()) };
        let answer = ready!(prompt.poll(cx));
        self.prompt = None;
        match answer {
            // An agent must not answer a cancelled turn with an error, but some do.
            Err(error) if self.cancelled.is_cancelled() && error.rpc().is_some() => {
                tracing::debug!(%error, "the agent answered a cancelled turn with an error");
                self.end = Some(Ok(StopReason::Cancelled));
            }
            Err(error) => self.end = Some(Err(error)),
            Ok(answer) if self.answers_at_end => self.end = Some(stop_reason(&answer)),
            Ok(_) => {}
        }
        Poll::Ready(())
    }
}

fn stop_reason(answer: &str) -> Result<StopReason> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Answer {
        stop_reason: StopReason,
    }
    let answer: serde_json::Result<Answer> = serde_json::from_str(answer);
    answer.map(|Answer { stop_reason }| stop_reason).map_err(|error| no_reason(&error.to_string()))
}

fn no_reason(why: &str) -> Error {
    let why = truncate_for_display(why);
    Error::other(format!("the agent returned no valid stop reason: {why}"))
}
