//! Answers the questions of a modern server with the handlers.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::connection::Connection;
use super::handlers::MAX_QUESTIONS;
use crate::error::{Error, Result};
use crate::protocol::{InputRequest, InputRequests, InputResponse, InputResponses};

/// Questions that are being answered concurrently; when this is dropped, their handlers are
/// aborted.
#[derive(Default)]
pub(super) struct PendingAnswers(JoinSet<Result<(String, InputResponse)>>);

impl PendingAnswers {
    /// Runs a handler to answer a question.
    ///
    /// # Errors
    ///
    /// When too many are open.
    pub(super) fn ask(
        &mut self,
        connection: &Arc<Connection>,
        key: String,
        request: InputRequest,
    ) -> Result<()> {
        if self.0.len() >= MAX_QUESTIONS {
            return Err(Error::other(format!(
                "the server sent more than {MAX_QUESTIONS} input requests at once"
            )));
        }
        let connection = Arc::clone(connection);
        self.0.spawn(async move { Ok((key, connection.handlers.answer(request).await?)) });
        Ok(())
    }

    /// Returns the next answer; `None` if no questions are open.
    ///
    /// # Errors
    ///
    /// When a handler fails.
    pub(super) async fn next(&mut self) -> Option<Result<(String, InputResponse)>> {
        let done = self.0.join_next().await?;
        Some(done.map_err(Error::other).and_then(|answer| answer))
    }
}

/// Answers questions concurrently.
///
/// # Errors
///
/// When there are too many, or a handler fails.
pub(super) async fn answer_all(
    connection: &Arc<Connection>,
    requests: InputRequests,
) -> Result<InputResponses> {
    if requests.len() > MAX_QUESTIONS {
        let count = requests.len();
        return Err(Error::other(format!(
            "the server sent {count} input requests at once; at most {MAX_QUESTIONS} are answered"
        )));
    }
    let mut answering = PendingAnswers::default();
    for (key, request) in requests {
        answering.ask(connection, key, request)?;
    }
    let mut responses = InputResponses::new();
    while let Some(answer) = answering.next().await {
        let (key, answer) = answer?;
        responses.insert(key, answer);
    }
    Ok(responses)
}
