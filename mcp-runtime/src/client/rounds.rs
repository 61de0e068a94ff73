//! Results that ask: the handlers answer, and the request is sent again with the answers.
//!
//! Source: 2026-07-28, "Multi Round-Trip Requests".

use std::sync::{Arc, LazyLock};

use memchr::memmem::Finder;
use serde::Deserialize;
use tokio::task::JoinSet;

use super::call::{Call, append};
use super::connection::Connection;
use crate::error::{Error, Result};
use crate::protocol::{InputRequests, InputRequiredResult, InputResponses};

/// How often in a row a server may ask for nothing but to be asked again.
const MOST_EMPTY: usize = 3;

impl Connection {
    /// Sends a request until its result asks no more.
    pub(super) async fn complete(self: &Arc<Self>, call: &Call) -> Result<Box<str>> {
        let (mut more, mut empty) = (String::new(), 0);
        for _ in 0..=self.settings.max_rounds {
            let result = self.fetch(call, &more).await?;
            let Some(asked) = self.input_required(&result)? else {
                return Ok(result);
            };
            let requests = asked.input_requests.unwrap_or_default();
            empty = if requests.is_empty() { empty + 1 } else { 0 };
            if empty > MOST_EMPTY {
                return Err(Error::other(format!(
                    "the server put {} off again and again",
                    call.method
                )));
            }
            more = self.retry(requests, asked.request_state.as_deref()).await?;
        }
        let most = self.settings.max_rounds;
        Err(Error::other(format!("the server asked more than {most} times during {}", call.method)))
    }

    /// What a result asks, if it does.
    ///
    /// # Errors
    ///
    /// When the question cannot be read.
    pub(super) fn input_required(&self, result: &str) -> Result<Option<InputRequiredResult>> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Kind {
            result_type: Option<String>,
        }
        const ASKS: &str = "input_required";
        static FINDER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(ASKS));
        let is_modern = self.version().is_some_and(|version| version.is_modern());
        // Most results do not; looking for the word costs less than reading them.
        if !is_modern || FINDER.find(result.as_bytes()).is_none() {
            return Ok(None);
        }
        let kind = serde_json::from_str::<Kind>(result).ok().and_then(|kind| kind.result_type);
        if kind.as_deref() != Some(ASKS) {
            return Ok(None);
        }
        let asked = serde_json::from_str(result);
        asked
            .map(Some)
            .map_err(|error| Error::other(format!("the server asks unreadably: {error}")))
    }

    /// Answers questions, all at the same time.
    async fn retry(
        self: &Arc<Self>,
        requests: InputRequests,
        state: Option<&str>,
    ) -> Result<String> {
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
pub(super) fn more(responses: &InputResponses, state: Option<&str>) -> Result<String> {
    let mut more = String::new();
    if !responses.is_empty() {
        let json = serde_json::to_string(responses).map_err(Error::other)?;
        append(&mut more, "inputResponses", &json);
    }
    if let Some(state) = state {
        let json = serde_json::to_string(state).map_err(Error::other)?;
        append(&mut more, "requestState", &json);
    }
    Ok(more)
}
