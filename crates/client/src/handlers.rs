//! The handlers for the questions and notifications of a server.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::Poll;

use serde::Serialize;
use serde_json::Value;

use super::change::Change;
use super::elicitation;
use super::roots::RootList;
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{
    Answer, CreateMessageParams, CreateMessageResult, ElicitAction, ElicitFormParams, ElicitParams,
    ElicitResult, ElicitUrlParams, InputRequest, InputResponse, ListRootsResult,
    LoggingMessageParams, ProgressParams,
};

/// How many questions of a server may be open concurrently.
pub(super) const MAX_QUESTIONS: usize = 64;

/// A handler that answers a question.
pub type RequestHandler<Q, A> =
    Box<dyn Fn(Q) -> Pin<Box<dyn Future<Output = Result<A>> + Send>> + Send + Sync>;

/// A handler of notifications. It is called where messages are read, so it must not block.
pub type NotificationHandler<N> = Box<dyn Fn(&N) + Send + Sync>;

/// The handlers of a client.
#[derive(Default)]
pub(super) struct ClientHandlers {
    /// Answers all questions, instead of the other handlers.
    pub(super) question: Option<RequestHandler<InputRequest, InputResponse>>,
    pub(super) elicit: Option<RequestHandler<ElicitFormParams, Answer<Value>>>,
    pub(super) elicit_url: Option<RequestHandler<ElicitUrlParams, Answer<()>>>,
    pub(super) sample: Option<RequestHandler<CreateMessageParams, CreateMessageResult>>,
    pub(super) roots: Option<RootList>,
    pub(super) progress: Option<NotificationHandler<ProgressParams>>,
    pub(super) log: Option<NotificationHandler<LoggingMessageParams>>,
    pub(super) change: Option<NotificationHandler<Change>>,
    pub(super) url_complete: Option<NotificationHandler<str>>,
    pub(super) notification: Option<NotificationHandler<(String, Value)>>,
    /// Handlers of extension notifications, by method name.
    pub(super) of_extensions: HashMap<&'static str, ExtensionHandler>,
}

/// A handler of a notification that an extension defines.
pub(super) type ExtensionHandler = Box<dyn Fn(Value) -> serde_json::Result<()> + Send + Sync>;

impl ClientHandlers {
    /// Answers a question.
    ///
    /// # Errors
    ///
    /// When there is no handler for such questions, or the answer is invalid.
    pub(super) async fn answer(&self, question: InputRequest) -> Result<InputResponse> {
        question.warn_if_deprecated();
        match question {
            question if self.question.is_some() => {
                ask(self.question.as_ref(), question, "questions").await
            }
            InputRequest::Elicit(ElicitParams::Form(form)) => {
                let schema = form.requested_schema.clone();
                let answer = ask(self.elicit.as_ref(), form, "forms").await?;
                Ok(InputResponse::Elicit(elicitation::result(answer, &schema)?))
            }
            InputRequest::Elicit(ElicitParams::Url(url)) => {
                let answer = ask(self.elicit_url.as_ref(), url, "URLs").await?;
                let action = match answer {
                    Answer::Accepted(()) => ElicitAction::Accept,
                    Answer::Declined => ElicitAction::Decline,
                    Answer::Cancelled => ElicitAction::Cancel,
                };
                Ok(InputResponse::Elicit(ElicitResult::new(action)))
            }
            InputRequest::CreateMessage(params) => {
                let result = ask(self.sample.as_ref(), *params, "sampling").await?;
                Ok(InputResponse::CreateMessage(Box::new(result)))
            }
            InputRequest::ListRoots(_) => match &self.roots {
                Some(roots) => Ok(InputResponse::ListRoots(ListRootsResult::new(roots.list()))),
                None => {
                    Err(ErrorObject::method_not_found("this client does not support roots").into())
                }
            },
            _ => Err(ErrorObject::method_not_found(
                "this client does not support this kind of request",
            )
            .into()),
        }
    }

    /// Passes on any notification.
    pub(super) fn notified(&self, method: &str, params: Value) {
        notify(self.notification.as_deref(), &(method.to_owned(), params));
    }
}

/// Calls a handler, if there is one; if it panics, the notification is lost.
pub fn notify<N: ?Sized>(handler: Option<&(dyn Fn(&N) + Send + Sync)>, params: &N) {
    if let Some(handler) = handler
        && catch_unwind(AssertUnwindSafe(|| handler(params))).is_err()
    {
        tracing::error!("a notification handler panicked");
    }
}

/// Calls a handler, whose errors and panics become the answer to the question.
async fn ask<Q, A>(handler: Option<&RequestHandler<Q, A>>, question: Q, what: &str) -> Result<A> {
    let Some(handler) = handler else {
        // A mode that was not declared: 2025-11-25, "Elicitation", "Error Handling".
        return Err(
            ErrorObject::invalid_params(format!("this client does not support {what}")).into()
        );
    };
    run_handler(handler, question).await
}

/// Calls a handler.
///
/// # Errors
///
/// Those of the handler, and a panic.
pub async fn run_handler<Q, A>(handler: &RequestHandler<Q, A>, question: Q) -> Result<A> {
    let answer = async { handler(question).await };
    let panicked = || Err(Error::other("the client's handler panicked"));
    catch_panic(answer).await.unwrap_or_else(panicked)
}

/// Runs a future; `None` if it panics.
pub(super) async fn catch_panic<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    std::future::poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}

/// Boxes a handler of questions.
pub fn boxed<Q, A, F>(handler: impl Fn(Q) -> F + Send + Sync + 'static) -> RequestHandler<Q, A>
where
    F: Future<Output = Result<A>> + Send + 'static,
{
    Box::new(move |question| Box::pin(handler(question)))
}

/// Boxes a handler of forms; the fields in its answer are converted to JSON.
pub fn boxed_form<A, F>(
    handler: impl Fn(ElicitFormParams) -> F + Send + Sync + 'static,
) -> RequestHandler<ElicitFormParams, Answer<Value>>
where
    A: Serialize,
    F: Future<Output = Result<Answer<A>>> + Send + 'static,
{
    boxed(move |form| {
        let answer = handler(form);
        async move {
            Ok(match answer.await? {
                Answer::Accepted(fields) => {
                    Answer::Accepted(serde_json::to_value(fields).map_err(Error::other)?)
                }
                Answer::Declined => Answer::Declined,
                Answer::Cancelled => Answer::Cancelled,
            })
        }
    })
}
