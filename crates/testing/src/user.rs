//! The user of a client for tests, who answers from a script.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::{Map, Value};

use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::{
    Answer, ClientCapabilities, ClientCapability, ContentBlock, CreateMessageParams,
    CreateMessageResult, ElicitAction, ElicitFormParams, ElicitParams, ElicitResult,
    ElicitUrlParams, InputRequest, InputResponse, ListRootsResult, Root,
};
use mcp_runtime_schema::answer::check;

/// A user who answers the questions of a server, directly or through their client.
///
/// The client declares the capabilities that the script has answers for. Any other question fails
/// the call that asks it, however its handler treats the error, and closes the connection.
///
/// ```
/// use mcp_runtime_testing::{User, json};
///
/// let user = User::new()
///     .accepts("Where to?", json!({ "destination": "Rome" }))
///     .declines("Travel insurance?")
///     .model_says("Rome is lovely in spring.")
///     .roots(["file:///home/ada"]);
/// // For a few questions, a list of answers is enough.
/// let by_message = User::from([("Where to?", json!({ "destination": "Rome" }))]);
/// let in_order = User::from([json!({ "destination": "Rome" }), json!({ "days": 3 })]);
/// ```
#[derive(Clone, Default)]
pub struct User {
    by_message: Vec<(String, Answer<Value>)>,
    in_order: VecDeque<Answer<Value>>,
    opens_urls: bool,
    model: Option<Arc<Model>>,
    roots: Option<Vec<Root>>,
    /// The messages of the questions so far.
    pub(super) asked: Vec<String>,
}

short_debug!(User { by_message, in_order, opens_urls, roots, asked });

type Model = dyn Fn(&CreateMessageParams) -> CreateMessageResult + Send + Sync;

impl User {
    /// Starts a script without answers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills in every form whose message has this text in it.
    #[must_use]
    pub fn accepts(self, message: &str, fields: Value) -> Self {
        self.answers(message, Answer::Accepted(fields))
    }

    /// Agrees to open every URL that is asked for with this text in its message.
    #[must_use]
    pub fn opens(self, message: &str) -> Self {
        Self { opens_urls: true, ..self.accepts(message, Value::Null) }
    }

    /// Declines every form and URL whose message has this text in it.
    #[must_use]
    pub fn declines(self, message: &str) -> Self {
        self.answers(message, Answer::Declined)
    }

    /// Dismisses every form and URL whose message has this text in it.
    #[must_use]
    pub fn cancels(self, message: &str) -> Self {
        self.answers(message, Answer::Cancelled)
    }

    /// Answers the next form or URL that is not answered by its message. Such answers are used in
    /// order, each once.
    #[must_use]
    pub fn then(mut self, answer: Answer<Value>) -> Self {
        self.in_order.push_back(answer);
        self
    }

    /// Makes the model answer every sampling request with this text.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated sampling: call the API of a model provider"
    )]
    #[must_use]
    pub fn model_says(self, text: &str) -> Self {
        let text = text.to_owned();
        self.on_sample(move |_| CreateMessageResult::new("test", ContentBlock::text(text.clone())))
    }

    /// Sets the function that answers every sampling request.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated sampling: call the API of a model provider"
    )]
    #[must_use]
    pub fn on_sample(
        self,
        model: impl Fn(&CreateMessageParams) -> CreateMessageResult + Send + Sync + 'static,
    ) -> Self {
        Self { model: Some(Arc::new(model)), ..self }
    }

    /// Sets the roots of the client.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated roots: take directories as arguments, as resource URIs, or from the configuration"
    )]
    #[must_use]
    pub fn roots(self, uris: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { roots: Some(uris.into_iter().map(Root::new).collect()), ..self }
    }

    /// The capabilities that the client declares.
    pub(super) fn capabilities(&self) -> ClientCapabilities {
        let elicits = !self.by_message.is_empty() || !self.in_order.is_empty();
        let samples = self.model.is_some();
        [
            (ClientCapability::ElicitationForm, elicits),
            (ClientCapability::ElicitationUrl, elicits),
            (ClientCapability::Sampling, samples),
            (ClientCapability::SamplingTools, samples),
            (ClientCapability::Roots, self.roots.is_some()),
        ]
        .into_iter()
        .filter_map(|(capability, can)| can.then_some(capability))
        .collect()
    }

    /// The capabilities that a revision needs for the script.
    pub(super) fn needs(&self) -> impl Iterator<Item = ClientCapability> {
        let capabilities = self.capabilities();
        let url = self.opens_urls.then_some(ClientCapability::ElicitationUrl);
        [ClientCapability::Elicitation, ClientCapability::Sampling, ClientCapability::Roots]
            .into_iter()
            .filter(move |needed| capabilities.supports(*needed))
            .chain(url)
    }

    /// Answers a question.
    ///
    /// # Errors
    ///
    /// When the script has no answer to it, or none that fits.
    pub(super) fn answer(&mut self, question: &InputRequest) -> Result<InputResponse, String> {
        match question {
            InputRequest::Elicit(ElicitParams::Form(form)) => self.form(form),
            InputRequest::Elicit(ElicitParams::Url(url)) => self.url(url),
            InputRequest::CreateMessage(params) => {
                match &self.model {
                    Some(model) => Ok(InputResponse::CreateMessage(Box::new(model(params)))),
                    None => Err("no answer to a sampling request: add `model_says` or `on_sample`"
                        .to_owned()),
                }
            }
            InputRequest::ListRoots(_) => match &self.roots {
                Some(roots) => Ok(InputResponse::ListRoots(ListRootsResult::new(roots.clone()))),
                None => Err("no answer to a request for roots: add `roots`".to_owned()),
            },
            _ => Err("no answer to this kind of request".to_owned()),
        }
    }

    fn form(&mut self, form: &ElicitFormParams) -> Result<InputResponse, String> {
        let message = &form.message;
        let fields = match self.next(message)? {
            Answer::Accepted(Value::Object(fields)) => fields,
            Answer::Accepted(Value::Null) => Map::new(),
            Answer::Accepted(_) => {
                return Err(format!("an answer to the form {message:?} that is not an object"));
            }
            Answer::Declined => return Ok(without_fields(ElicitAction::Decline)),
            Answer::Cancelled => return Ok(without_fields(ElicitAction::Cancel)),
        };
        match &check(&fields, &form.requested_schema)[..] {
            [] => Ok(InputResponse::Elicit(ElicitResult::accept(fields))),
            [wrong, ..] => Err(format!("no matching answer to the form {message:?}: {wrong}")),
        }
    }

    fn url(&mut self, url: &ElicitUrlParams) -> Result<InputResponse, String> {
        Ok(without_fields(match self.next(&url.message)? {
            Answer::Accepted(_) => ElicitAction::Accept,
            Answer::Declined => ElicitAction::Decline,
            Answer::Cancelled => ElicitAction::Cancel,
        }))
    }

    fn next(&mut self, message: &str) -> Result<Answer<Value>, String> {
        self.asked.push(message.to_owned());
        let known = self
            .by_message
            .iter()
            .find(|(text, _)| message.contains(text))
            .map(|(_, answer)| answer.clone())
            .or_else(|| self.in_order.pop_front());
        known.ok_or_else(|| {
            format!(
                "no answer to {message:?}: add one, such as with `User::accepts` or \
                 `User::declines`"
            )
        })
    }

    fn answers(mut self, message: &str, answer: Answer<Value>) -> Self {
        self.by_message.push((message.to_owned(), answer));
        self
    }
}

fn without_fields(action: ElicitAction) -> InputResponse {
    InputResponse::Elicit(ElicitResult::new(action))
}

/// Fills in forms by the text of their messages.
impl<const N: usize> From<[(&str, Value); N]> for User {
    fn from(answers: [(&str, Value); N]) -> Self {
        let accepts = |user: Self, (message, fields): (&str, Value)| user.accepts(message, fields);
        answers.into_iter().fold(Self::new(), accepts)
    }
}

/// Fills in forms in order.
impl<const N: usize> From<[Value; N]> for User {
    fn from(answers: [Value; N]) -> Self {
        answers.into_iter().map(Answer::Accepted).fold(Self::new(), Self::then)
    }
}
