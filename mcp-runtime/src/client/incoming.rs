//! What comes from the server: answers, notifications and questions.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::answer::Found;
use super::cache::Cache;
use super::connection::Connection;
use super::handlers::tell;
use super::listeners::Listeners;
use super::progress::Watchers;
use super::questions::Questions;
use super::subscriptions::Change;
use super::weight;
use crate::error::Error;
use crate::jsonrpc::{
    ErrorObject, Frame, Incoming as Arrived, Malformed, RequestId, Response, cut,
};
use crate::protocol::{
    CancelledParams, ElicitParams, ElicitationCompleteParams, InputRequest, Method, ProgressParams,
    ResourceUpdatedParams, SubscriptionsAcknowledgedParams, meta::keys,
};
use crate::sync::Mutex;

/// Who waits for what comes in.
#[derive(Default)]
pub(super) struct Incoming {
    pub(super) watchers: Watchers,
    pub(super) listeners: Listeners,
    pub(super) cache: Cache,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    questions: Questions,
    /// Why the connection ended.
    why_ended: Option<String>,
}

impl Incoming {
    /// Why no answer can come any more.
    pub(super) fn why_ended(&self) -> Error {
        self.state.lock().why_ended.clone().map_or_else(Error::closed, Error::ended)
    }

    /// When the server waited for an answer of ours last.
    pub(super) fn last_asked(&self) -> Option<Instant> {
        self.state.lock().questions.last_asked()
    }

    /// A question is done with; none if it was before.
    fn done(&self, question: &RequestId) -> Option<AbortHandle> {
        self.state.lock().questions.done(question)
    }

    /// Ends what waits for the server.
    pub(super) fn end(&self, why: &Error) {
        let mut state = self.state.lock();
        state.why_ended.get_or_insert_with(|| why.to_string());
        state.questions.end();
        self.listeners.end();
    }
}

/// Parameters as JSON text.
type Params<'a> = Option<&'a str>;

/// What parameters say; none count as an empty object.
fn decode<T: DeserializeOwned>(params: Params<'_>) -> Result<T, ErrorObject> {
    serde_json::from_str(params.unwrap_or("{}"))
        .map_err(|error| ErrorObject::invalid_params(error.to_string()))
}

impl Connection {
    /// Takes a message of the server, or a batch of them. In the response to a single request, the
    /// answer to `only` that one is taken; whether it came. Messages that follow each other share
    /// `meta`, which is that of the last result; a message by itself needs none.
    pub(super) fn receive(
        self: &Arc<Self>,
        text: &str,
        only: Option<&RequestId>,
        meta: Option<&mut String>,
    ) -> bool {
        if self.is_heavy_batch(text) {
            return false;
        }
        let known_meta = meta.as_deref().map_or("", String::as_str);
        let mut new_meta = None;
        let is_answered = match Frame::parse(text, || (None, Found::after(known_meta))) {
            Ok(Frame::Single(message)) => {
                if let Arrived::Response(response) = &message
                    && meta.is_some()
                {
                    new_meta = response.result.new_meta().map(str::to_owned);
                }
                self.part(Ok(message), text, only)
            }
            Ok(Frame::Batch(messages)) => {
                let parts = messages.into_iter().map(|message| self.part(message, text, only));
                parts.fold(false, |is_answered, answers| is_answered | answers)
            }
            Err(malformed) => self.part(Err(malformed), text, only),
        };
        if let (Some(meta), Some(new)) = (meta, new_meta) {
            *meta = new;
        }
        is_answered
    }

    /// The parts of a batch are held all at once; results are weighed by those who read them.
    fn is_heavy_batch(&self, text: &str) -> bool {
        let is_batch = text.trim_ascii_start().starts_with('[');
        is_batch && self.is_heavy("a batch", text)
    }

    /// Whether something takes more memory than it may, which costs only itself.
    fn is_heavy(&self, what: &str, text: &str) -> bool {
        let weighed = weight::check(|| what.to_owned(), text, self.settings.max_result);
        weighed.inspect_err(|error| tracing::warn!(%error, "the server sent too much")).is_err()
    }

    fn part(
        self: &Arc<Self>,
        mut message: Result<Arrived<'_, Params<'_>, Found<'_>>, Malformed>,
        text: &str,
        only: Option<&RequestId>,
    ) -> bool {
        let answered = match &mut message {
            // A server that could not read a request does not know its id.
            Ok(Arrived::Response(response))
                if response.id.is_none() && response.error.is_some() =>
            {
                response.id = only.cloned();
                Some(&response.id)
            }
            Ok(Arrived::Response(Response { id, .. })) | Err(Malformed { id, .. }) => Some(&*id),
            Ok(_) => None,
        };
        let answered = answered.and_then(Option::as_ref);
        let answers = only.is_some() && answered == only;
        if only.is_some() && answered.is_some() && !answers {
            tracing::warn!("the server answered another request than the one at hand");
            return false;
        }
        match message {
            Ok(message) => self.message(message),
            Err(malformed) => self.malformed(malformed, text),
        }
        answers
    }

    fn message(self: &Arc<Self>, message: Arrived<'_, Params<'_>, Found<'_>>) {
        match message {
            Arrived::Response(response) => self.response(&response),
            Arrived::Notification { params: Some(params), .. }
                if self.is_heavy("a notification", params) => {}
            Arrived::Notification { method, params } => {
                if let Err(error) = self.notification(&method, params) {
                    let (method, error) = (cut(&method), cut(&error.to_string()));
                    tracing::warn!(%method, %error, "the server sent a notification that cannot be read");
                }
            }
            Arrived::Request { id, params: Some(params), .. }
                if self.is_heavy("a request", params) =>
            {
                self.refuse(&id, ErrorObject::internal("the parameters take too much memory"));
            }
            Arrived::Request { id, method, params } => self.request(id, &method, params),
        }
    }

    fn response(&self, response: &Response<'_, Found<'_>>) {
        let answer = match response.error {
            None => Ok(response.result.to_owned()),
            Some(error) if self.is_heavy("an error", error) => Err(unread(error)),
            Some(error) => Err(match serde_json::from_str::<ErrorObject>(error) {
                Ok(error) => error.into(),
                Err(_) => unread(error),
            }),
        };
        match (&response.id, answer) {
            (Some(id), answer) => self.answer(id, answer),
            (None, Err(error)) => self.answer_to_unread(error),
            (None, Ok(_)) => tracing::warn!("the server sent a result that answers no request"),
        }
    }

    /// Servers print things that are no messages; whoever waits for one must not wait in vain.
    fn malformed(&self, malformed: Malformed, text: &str) {
        let line = cut(text);
        tracing::warn!(error = %malformed.error, %line, "the server sent something that is no message");
        if let Some(id) = malformed.id {
            let message =
                format!("the server's answer cannot be read: {}", malformed.error.message);
            self.answer(&id, Err(Error::other(message)));
        }
    }

    fn request(self: &Arc<Self>, id: RequestId, method: &str, params: Params<'_>) {
        // In the modern era questions come in results; a server that sends one is not answered it.
        let is_legacy = self.version().is_none_or(|version| !version.is_modern());
        match Method::parse(method).filter(|_| is_legacy) {
            Some(Method::Ping) => self.respond(&id, &Ok(Map::new())),
            Some(method) => match question(method, params) {
                Ok(Some(question)) => self.question(id, question, params.unwrap_or_default()),
                Ok(None) => self.refuse(&id, unknown(method.name())),
                Err(error) => self.refuse(&id, error),
            },
            None => self.refuse(&id, unknown(method)),
        }
    }

    fn refuse(self: &Arc<Self>, id: &RequestId, error: ErrorObject) {
        self.respond::<()>(id, &Err(error));
    }

    /// Lets a handler answer a question, without keeping other messages waiting.
    fn question(self: &Arc<Self>, id: RequestId, question: InputRequest, text: &str) {
        let mut state = self.incoming.state.lock();
        if state.questions.has(&id) {
            let id = cut(&id.to_string());
            return tracing::warn!(%id, "the server asks twice under one id");
        }
        let bytes = weight::of(text) + id.to_string().len();
        if let Err(error) = state.questions.check_room(bytes, self.settings.max_result) {
            drop(state);
            return self.refuse(&id, error);
        }
        let (connection, key) = (Arc::clone(self), id.clone());
        let task = tokio::spawn(async move {
            let answer = connection.handlers.answer(question).await;
            // A question that was cancelled meanwhile has no answer.
            if connection.incoming.done(&id).is_some() {
                connection.respond(&id, &answer.map_err(|error| error.passed_on()));
            }
        });
        state.questions.begin(key, task.abort_handle(), bytes);
    }

    fn notification(&self, method: &str, params: Params<'_>) -> Result<(), ErrorObject> {
        match Method::parse(method) {
            Some(Method::Progress) => {
                let params: ProgressParams = decode(params)?;
                self.incoming.watchers.tell(&params);
                tell(self.handlers.progress.as_deref(), &params);
            }
            Some(Method::LoggingMessage) if self.handlers.log.is_some() => {
                tell(self.handlers.log.as_deref(), &decode(params)?);
            }
            Some(Method::ToolListChanged) => self.changed(&Change::Tools, params)?,
            Some(Method::PromptListChanged) => self.changed(&Change::Prompts, params)?,
            Some(Method::ResourceListChanged) => self.changed(&Change::Resources, params)?,
            Some(Method::ResourceUpdated) => {
                let updated: ResourceUpdatedParams = decode(params)?;
                self.changed(&Change::Resource(updated.uri), params)?;
            }
            Some(Method::SubscriptionsAcknowledged) => {
                let granted: SubscriptionsAcknowledgedParams = decode(params)?;
                if let Some(id) = subscription(params)? {
                    self.incoming.listeners.granted(id, &granted.notifications);
                }
            }
            Some(Method::ElicitationComplete) => {
                let complete: ElicitationCompleteParams = decode(params)?;
                tell(self.handlers.url_complete.as_deref(), &complete.elicitation_id);
            }
            Some(Method::Cancelled) => {
                let cancelled: CancelledParams = decode(params)?;
                let id = cancelled.request_id;
                if let Some(question) = id.and_then(|id| self.incoming.done(&id)) {
                    question.abort();
                }
            }
            _ => {}
        }
        if self.handlers.notification.is_some() {
            let params = params.map_or(Ok(Value::Null), serde_json::from_str);
            let params = params.map_err(|error| ErrorObject::invalid_params(error.to_string()))?;
            self.handlers.notified(method, params);
        }
        Ok(())
    }

    /// Tells those who listen of a change, and forgets what it makes out of date.
    fn changed(&self, change: &Change, params: Params<'_>) -> Result<(), ErrorObject> {
        self.incoming.cache.forget(change);
        let is_asked_for = self.incoming.listeners.tell(change, subscription(params)?);
        // A legacy server tells of its lists without being asked.
        let is_legacy = self.version().is_none_or(|version| !version.is_modern());
        let is_list = !matches!(change, Change::Resource(_));
        if is_asked_for || (is_legacy && is_list) {
            tell(self.handlers.change.as_deref(), change);
        }
        Ok(())
    }
}

/// The request of the server as a question; none if it is something else.
fn question(method: Method, params: Params<'_>) -> Result<Option<InputRequest>, ErrorObject> {
    Ok(Some(match method {
        Method::Elicit => InputRequest::Elicit(decode::<ElicitParams>(params)?),
        Method::CreateMessage => InputRequest::CreateMessage(decode(params)?),
        Method::ListRoots => InputRequest::ListRoots(decode(params)?),
        _ => return Ok(None),
    }))
}

/// The subscription that a notification belongs to; legacy ones have none.
fn subscription(params: Params<'_>) -> Result<Option<u64>, ErrorObject> {
    #[derive(serde::Deserialize)]
    struct Subscribed<'a> {
        #[serde(rename = "_meta", borrow, default)]
        meta: HashMap<Cow<'a, str>, &'a RawValue>,
    }
    let subscribed: Subscribed<'_> = serde_json::from_str(params.unwrap_or("{}"))
        .map_err(|error| ErrorObject::invalid_params(error.to_string()))?;
    Ok(subscribed.meta.get(keys::SUBSCRIPTION_ID).and_then(|id| id.get().parse().ok()))
}

/// An answer that is an error of the server, but none that can be read.
fn unread(error: &str) -> Error {
    Error::other(format!("the server answered the error {}", cut(error)))
}

fn unknown(method: &str) -> ErrorObject {
    ErrorObject::method_not_found(format!("this client has no method {:?}", cut(method)))
}
