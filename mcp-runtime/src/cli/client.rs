//! The client of a command, which sends requests to the server in the same process.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::answers::Answers;
use super::json::text;
use super::terminal::StandardError;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, ErrorObject, RequestId, SharedPeer, json_text};
use crate::negotiation::{self, BackChannel, LogGate, Params, RequestContext};
use crate::protocol::base::to_value;
use crate::protocol::{
    ClientCapability, ExtensionId, Implementation, InputRequests, LoggingLevel, Method,
    ProgressToken, ProtocolVersion,
};
use crate::server::response::Step;
use crate::server::{Reply, Response, Server, write_response};

/// A client in the process of its server, which uses the newest revision that is served.
pub(super) struct Client {
    pub(super) server: Server,
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
    error: Option<Value>,
}

impl Client {
    pub(super) fn new(server: Server, answers: Answers) -> Self {
        let newest = server.versions().last().copied();
        let asks = [ClientCapability::ElicitationForm, ClientCapability::ElicitationUrl]
            .into_iter()
            .filter(|_| answers.are_possible());
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
        mut params: Value,
    ) -> Result<Box<RawValue>, ErrorObject> {
        loop {
            match self.round(method, &params.to_string()).await {
                Ok(Reply::InputRequired(asked)) => {
                    params["inputResponses"] =
                        self.answers_to(asked.input_requests.unwrap_or_default()).await?;
                    params["requestState"] = asked.request_state.into();
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
                let why = "the server asks questions, and standard input is not a terminal; \
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
        match answer.error {
            Some(error) => Err(ErrorObject::internal(text(&error, "message").to_owned())),
            None => Ok(answer.result),
        }
    }

    /// The entries of all pages of a list, which are the member `key` of each.
    ///
    /// # Errors
    ///
    /// The error of the server.
    pub(super) async fn list(&self, method: Method, key: &str) -> Result<Vec<Value>> {
        let mut entries = Vec::new();
        let mut params = json!({});
        loop {
            let raw = self.request(method, params).await.map_err(plain)?;
            let mut page = decode(&raw)?;
            if let Value::Array(listed) = page[key].take() {
                entries.extend(listed);
            }
            match page["nextCursor"].take() {
                Value::Null => return Ok(entries),
                cursor => params = json!({ "cursor": cursor }),
            }
        }
    }

    /// The answers of a person, as they are sent.
    ///
    /// # Errors
    ///
    /// When there is no one to answer.
    pub(super) async fn answers_to(&self, requests: InputRequests) -> Result<Value, ErrorObject> {
        let given = self.answers.clone();
        let answers = tokio::task::spawn_blocking(move || given.answer(requests))
            .await
            .map_err(|error| ErrorObject::internal(error.to_string()))??;
        to_value(&answers).map_err(unreadable)
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

/// What a server has answered.
///
/// # Errors
///
/// When it cannot be read.
pub(super) fn decode(answer: &RawValue) -> Result<Value> {
    serde_json::from_str(answer.get())
        .map_err(|error| Error::other(format!("the answer cannot be read: {error}")))
}

/// The message of an error, without its code: this one is for people.
pub(super) fn plain(error: ErrorObject) -> Error {
    Error::other(error.message.into_owned())
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
pub(super) fn unreadable(error: serde_json::Error) -> ErrorObject {
    ErrorObject::internal(error.to_string())
}
