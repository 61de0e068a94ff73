//! The client of a command, which sends requests to the server in the same process.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::answers::Answers;
use super::terminal::StandardError;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId, SharedPeer, json_text};
use crate::negotiation::{self, BackChannel, LogGate, Params, RequestContext};
use crate::protocol::{
    ClientCapability, ExtensionId, Implementation, InputRequests, InputRequiredResult,
    InputResponses, LoggingLevel, Method, PaginatedParams, ProgressToken, ProtocolVersion,
};
use crate::server::response::Step;
use crate::server::{Reply, Response, Server, write_response};

/// A client in the process of its server, which uses the newest revision that is served.
pub(super) struct Client {
    server: Server,
    version: ProtocolVersion,
    identity: Arc<negotiation::ClientFacts>,
    peer: SharedPeer,
    answers: Answers,
}

/// A response, of which only the result is read.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    result: Box<RawValue>,
    error: Option<ErrorObject>,
}

impl Client {
    pub(super) fn new(server: Server, answers: Answers) -> Self {
        let newest = server.versions().last().copied();
        let asks = [ClientCapability::ElicitationForm, ClientCapability::ElicitationUrl];
        let asks = asks.into_iter().filter(|_| answers.are_possible());
        let identity = negotiation::ClientFacts {
            info: Some(Implementation::new("command line", env!("CARGO_PKG_VERSION"))),
            capabilities: asks.chain([ClientCapability::Extension(ExtensionId::TASKS)]).collect(),
        };
        Self {
            server,
            version: newest.unwrap_or(ProtocolVersion::LATEST),
            identity: Arc::new(identity),
            peer: Arc::new(StandardError),
            answers,
        }
    }

    /// Sends a request and returns its result, in JSON.
    ///
    /// # Errors
    ///
    /// The error of the server.
    pub(super) async fn request(
        &self,
        method: Method,
        params: &impl Serialize,
    ) -> Result<Box<RawValue>, ErrorObject> {
        let mut params = serde_json::to_value(params).map_err(unreadable)?;
        loop {
            match self.round(method, &params.to_string()).await {
                Ok(Reply::InputRequired(asked)) => {
                    let (answers, state) = self.answers_and_state(asked).await?;
                    params["inputResponses"] = answers;
                    params["requestState"] = state;
                }
                response => return self.read(response),
            }
        }
    }

    /// Sends a request once; the response may ask for input.
    async fn round(&self, method: Method, params: &str) -> Response {
        let params = Params::scan(Some(params))?;
        let response = match self.server.call(self.context(), method, &params) {
            Step::Ready(response) => response,
            Step::Pending(future) => future.await,
        };
        response.map_err(|error| match error.code {
            ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY if !self.answers.are_possible() => {
                let why = "this asks questions, and standard input is not a terminal to answer them at; \
                           use --answer KEY=VALUE or --yes";
                ErrorObject::new(error.code, why)
            }
            _ => error,
        })
    }

    /// The result as a client would read it.
    fn read(&self, mut response: Response) -> Result<Box<RawValue>, ErrorObject> {
        let id = self.context().id;
        let mut answer = Vec::new();
        write_response(&mut answer, &id, self.version, self.server.shared_info(), &mut response);
        let answer: Answer = serde_json::from_str(json_text(&answer)).map_err(unreadable)?;
        answer.error.map_or(Ok(answer.result), Err)
    }

    /// The entries of all pages of a list, which are the member `key` of each.
    ///
    /// # Errors
    ///
    /// The error of the server.
    pub(super) async fn list<T: DeserializeOwned>(
        &self,
        method: Method,
        key: &str,
    ) -> Result<Vec<T>> {
        let mut entries = Vec::new();
        let mut params = PaginatedParams::default();
        loop {
            let page = self.request(method, &params).await.map_err(plain)?;
            let page: serde_json::Value = decode(&page)?;
            // Parsed from text, like everything else: another deserializer would be compiled for
            // all types.
            let listed: Vec<T> = serde_json::from_str(&page[key].to_string())
                .map_err(|error| Error::other(format!("the list cannot be read: {error}")))?;
            entries.extend(listed);
            match page["nextCursor"].as_str() {
                Some(cursor) => params.cursor = Some(cursor.to_owned()),
                None => return Ok(entries),
            }
        }
    }

    /// The answers of a person, and the state to be sent back with them.
    async fn answers_and_state(
        &self,
        asked: InputRequiredResult,
    ) -> Result<(Value, Value), ErrorObject> {
        let answers = self.answers_to(asked.input_requests.unwrap_or_default()).await?;
        let answers = serde_json::to_value(answers).map_err(unreadable)?;
        Ok((answers, asked.request_state.into()))
    }

    /// The answers of a person.
    ///
    /// # Errors
    ///
    /// When there is no one to answer.
    pub(super) async fn answers_to(
        &self,
        requests: InputRequests,
    ) -> Result<InputResponses, ErrorObject> {
        let given = self.answers.clone();
        let answers = tokio::task::spawn_blocking(move || given.answer(requests)).await;
        Ok(answers.map_err(|error| ErrorObject::internal(error.to_string()))??)
    }

    fn context(&self) -> RequestContext {
        let id = RequestId::from(1);
        RequestContext {
            progress_token: Some(ProgressToken(id.clone())),
            id,
            version: self.version,
            client: Arc::clone(&self.identity),
            log: LogGate::Request(LoggingLevel::Info),
            peer: Arc::clone(&self.peer),
            back: BackChannel::results(),
            transport: None,
            caller: Caller::default(),
        }
    }
}

pub(super) fn decode<T: DeserializeOwned>(answer: &RawValue) -> Result<T> {
    serde_json::from_str(answer.get())
        .map_err(|error| Error::other(format!("the answer cannot be read: {error}")))
}

/// The message of an error, without its code: this one is for people.
pub(super) fn plain(error: ErrorObject) -> Error {
    Error::other(error.message.into_owned())
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn unreadable(error: serde_json::Error) -> ErrorObject {
    ErrorObject::internal(error.to_string())
}
