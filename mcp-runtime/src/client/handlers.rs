//! What the user of a client does with the questions and the news of its server.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::Poll;

use serde_json::Value;

use super::elicitation;
use super::roots::RootList;
use super::subscriptions::Change;
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{
    Answer, CreateMessageParams, CreateMessageResult, ElicitAction, ElicitFormParams, ElicitParams,
    ElicitResult, ElicitUrlParams, InputRequest, InputResponse, ListRootsResult,
    LoggingMessageParams, ProgressParams,
};

/// How many questions of a server may be open at once.
pub(super) const MOST_QUESTIONS: usize = 64;

/// A handler that answers a question.
pub(super) type Asked<Q, A> =
    Box<dyn Fn(Q) -> Pin<Box<dyn Future<Output = Result<A>> + Send>> + Send + Sync>;

/// A handler that hears news. It is called where messages are read, so it must not block.
pub(super) type Told<N> = Box<dyn Fn(&N) + Send + Sync>;

/// The handlers of a client.
#[derive(Default)]
pub(super) struct Handlers {
    /// Answers everything, in place of the others.
    pub(super) question: Option<Asked<InputRequest, InputResponse>>,
    pub(super) elicit: Option<Asked<ElicitFormParams, Answer<Value>>>,
    pub(super) elicit_url: Option<Asked<ElicitUrlParams, Answer<()>>>,
    pub(super) sample: Option<Asked<CreateMessageParams, CreateMessageResult>>,
    pub(super) roots: Option<RootList>,
    pub(super) progress: Option<Told<ProgressParams>>,
    pub(super) log: Option<Told<LoggingMessageParams>>,
    pub(super) change: Option<Told<Change>>,
    pub(super) url_complete: Option<Told<String>>,
    pub(super) notification: Option<Told<(String, Value)>>,
}

impl Handlers {
    /// Answers a question.
    ///
    /// # Errors
    ///
    /// When nobody answers such questions, or the answer cannot be used.
    pub(super) async fn answer(&self, question: InputRequest) -> Result<InputResponse> {
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
                let result = ask(self.sample.as_ref(), *params, "questions to a model").await?;
                Ok(InputResponse::CreateMessage(Box::new(result)))
            }
            InputRequest::ListRoots(_) => match &self.roots {
                Some(roots) => Ok(InputResponse::ListRoots(ListRootsResult::new(roots.list()))),
                None => Err(ErrorObject::method_not_found("this client has no roots").into()),
            },
        }
    }

    /// Tells of any notification.
    pub(super) fn notified(&self, method: &str, params: Value) {
        tell(self.notification.as_deref(), &(method.to_owned(), params));
    }
}

/// Tells a handler something, if there is one; one that panics loses that.
pub(super) fn tell<N>(handler: Option<&(dyn Fn(&N) + Send + Sync)>, news: &N) {
    if let Some(handler) = handler
        && catch_unwind(AssertUnwindSafe(|| handler(news))).is_err()
    {
        tracing::error!("a handler of notifications panicked");
    }
}

/// Asks a handler, whose errors and panics become those of the question.
async fn ask<Q, A>(handler: Option<&Asked<Q, A>>, question: Q, what: &str) -> Result<A> {
    let Some(handler) = handler else {
        // A mode that was not declared: 2025-11-25, "Elicitation", "Error Handling".
        return Err(ErrorObject::invalid_params(format!("this client answers no {what}")).into());
    };
    let answer = async { handler(question).await };
    let panicked = || Err(Error::other("the handler of the client panicked"));
    catch_panic(answer).await.unwrap_or_else(panicked)
}

async fn catch_panic<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    std::future::poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}

/// Puts a handler in a box.
pub(super) fn asked<Q, A, F>(handler: impl Fn(Q) -> F + Send + Sync + 'static) -> Asked<Q, A>
where
    F: Future<Output = Result<A>> + Send + 'static,
{
    Box::new(move |question| Box::pin(handler(question)))
}
