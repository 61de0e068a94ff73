//! What the agent asks while its turn is shown.

use serde_json::{Map, Value};
use tokio::select;
use tokio::sync::{mpsc, oneshot};

use crate::client::{PermissionChoice, PermissionRequest};
use mcp_runtime::terminal::Answers;
use mcp_runtime_protocol::{
    Answer, ElicitAction, ElicitFormParams, ElicitParams, InputRequest, InputRequests,
    InputResponse,
};
use mcp_runtime_protocol::{Error, Result};

/// The content of a form, as the person has filled it in.
type Filled = Answer<Option<Map<String, Value>>>;

/// A question of the agent, and the channel for its answer.
pub(super) enum Question {
    Permission(Box<PermissionRequest>, oneshot::Sender<Result<PermissionChoice>>),
    Form(ElicitFormParams, oneshot::Sender<Result<Filled>>),
}

/// Passes a question on to whoever shows the turn, and waits for the answer.
pub(super) async fn pass_on<A>(
    asks: mpsc::Sender<Question>,
    question: impl FnOnce(oneshot::Sender<Result<A>>) -> Question,
) -> Result<A> {
    let (answer, answered) = oneshot::channel();
    asks.send(question(answer)).await.map_err(Error::other)?;
    answered.await.map_err(Error::other)?
}

/// Asks on another thread: a person takes time, and must not block the connection. A question that
/// was cancelled is given up.
pub(super) async fn answered<A: Send + 'static>(
    mut answer: oneshot::Sender<Result<A>>,
    ask: impl FnOnce() -> Result<A> + Send + 'static,
) {
    select! {
        asked = tokio::task::spawn_blocking(ask) => {
            // If the receiver is gone, the question was cancelled.
            let _ = answer.send(asked.map_err(Error::other).and_then(|asked| asked));
        }
        () = answer.closed() => {}
    }
}

/// Has a form filled in.
pub(super) fn fill_in(form: ElicitFormParams, answers: &Answers) -> Result<Filled> {
    let request = InputRequest::Elicit(ElicitParams::Form(form));
    let asked: InputRequests = std::iter::once((String::new(), request)).collect();
    let answered = answers.answer(asked)?;
    let answer = answered.into_iter().next().map(|(_, answer)| answer);
    let Some(InputResponse::Elicit(answer)) = answer else {
        return Ok(Answer::Cancelled);
    };
    Ok(match answer.action {
        ElicitAction::Accept => Answer::Accepted(answer.content),
        ElicitAction::Decline => Answer::Declined,
        _ => Answer::Cancelled,
    })
}
