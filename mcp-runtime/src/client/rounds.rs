//! Results that ask: the handlers answer, and the request is sent again with the answers.
//!
//! Source: 2026-07-28, "Multi Round-Trip Requests".

use std::sync::Arc;

use tokio::task::JoinSet;

use super::answer::Answered;
use super::call::Call;
use super::connection::Connection;
use super::handlers::MOST_QUESTIONS;
use super::members::Members;
use super::request::decode;
use crate::error::{Error, Result};
use crate::protocol::{InputRequests, InputRequiredResult, InputResponses};

/// How often in a row a server may ask for nothing but to be asked again.
const MOST_EMPTY: usize = 3;

impl Connection {
    /// Sends a request until its result asks no more.
    pub(super) async fn complete(self: &Arc<Self>, call: &Call) -> Result<Answered> {
        let result = self.fetch(call).await?;
        if self.asks(&result) {
            // On the heap, since most results do not ask.
            return Box::pin(self.rounds(call, result)).await;
        }
        Ok(result)
    }

    async fn rounds(self: &Arc<Self>, call: &Call, mut result: Answered) -> Result<Answered> {
        let method = &call.method;
        let mut empty = 0;
        for _ in 0..self.settings.max_rounds {
            let asked = self.asked(call, &result)?;
            let requests = asked.input_requests.unwrap_or_default();
            empty = if requests.is_empty() { empty + 1 } else { 0 };
            if empty > MOST_EMPTY {
                return Err(Error::other(format!("the server put {method} off again and again")));
            }
            let more = self.retry(requests, asked.request_state.as_deref()).await?;
            result = self.exchange(call, &more).await?;
            if !self.asks(&result) {
                return Ok(result);
            }
        }
        let most = self.settings.max_rounds;
        Err(Error::other(format!("the server asked more than {most} times during {method}")))
    }

    /// Whether a result asks for something first.
    pub(super) fn asks(&self, result: &Answered) -> bool {
        result.asks && self.version().is_some_and(|version| version.is_modern())
    }

    /// What a result asks.
    ///
    /// # Errors
    ///
    /// When that cannot be read.
    pub(super) fn asked(&self, call: &Call, result: &Answered) -> Result<InputRequiredResult> {
        decode(self, call, result)
            .map_err(|error| Error::other(format!("the server asks unreadably: {error}")))
    }

    /// Answers questions, all at the same time.
    async fn retry(
        self: &Arc<Self>,
        requests: InputRequests,
        state: Option<&str>,
    ) -> Result<Members> {
        if requests.len() > MOST_QUESTIONS {
            let count = requests.len();
            return Err(Error::other(format!("the server asks {count} questions at once")));
        }
        let mut tasks = JoinSet::new();
        for (key, request) in requests {
            let connection = Arc::clone(self);
            tasks.spawn(async move { (key, connection.handlers.answer(request).await) });
        }
        let mut responses = InputResponses::new();
        while let Some(done) = tasks.join_next().await {
            let (key, answer) = done.map_err(Error::other)?;
            responses.insert(key, answer?);
        }
        more(&responses, state)
    }
}

/// The members that answer questions.
///
/// # Errors
///
/// When an answer cannot be JSON.
pub(super) fn more(responses: &InputResponses, state: Option<&str>) -> Result<Members> {
    let mut more = Members::default();
    if !responses.is_empty() {
        more.add("inputResponses", responses)?;
    }
    if let Some(state) = state {
        more.add("requestState", state)?;
    }
    Ok(more)
}
