//! The client of a command: it asks the server of the same process.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::terminal::StandardError;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorObject, RequestId, SharedPeer};
use crate::negotiation::{self, BackChannel, LogGate, Params, RequestContext};
use crate::protocol::{
    Implementation, LoggingLevel, Method, PaginatedParams, ProgressToken, ProtocolVersion,
};
use crate::server::handler::Step;
use crate::server::{Server, write_response};

/// A client in the process of its server; it speaks the newest revision that is served.
pub(super) struct Client {
    server: Server,
    version: ProtocolVersion,
    identity: Arc<negotiation::ClientFacts>,
    peer: SharedPeer,
}

/// The part of a response that answers.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    result: Box<RawValue>,
    error: Option<ErrorObject>,
}

impl Client {
    pub(super) fn new(server: Server) -> Self {
        let newest = server.versions().last().copied();
        let identity = negotiation::ClientFacts {
            info: Some(Implementation::new("command line", env!("CARGO_PKG_VERSION"))),
            ..negotiation::ClientFacts::default()
        };
        Self {
            server,
            version: newest.unwrap_or(ProtocolVersion::LATEST),
            identity: Arc::new(identity),
            peer: Arc::new(StandardError),
        }
    }

    /// Sends a request and waits for its result, in JSON.
    ///
    /// # Errors
    ///
    /// The error that the server answers.
    pub(super) async fn request(
        &self,
        method: Method,
        params: &impl Serialize,
    ) -> Result<Box<RawValue>, ErrorObject> {
        let params = serde_json::to_string(params).map_err(unreadable)?;
        let params = Params::scan(Some(&params))?;
        let context = self.context();
        let id = context.id.clone();
        let response = match self.server.call(context, method, &params) {
            Step::Ready(response) => response,
            Step::Pending(future) => future.await,
        };
        let mut answer = Vec::new();
        write_response(&mut answer, &id, self.version, self.server.shared_info(), response);
        let answer: Answer = serde_json::from_slice(&answer).map_err(unreadable)?;
        answer.error.map_or(Ok(answer.result), Err)
    }

    /// The entries of all pages of a list, which are the member `key` of each.
    ///
    /// # Errors
    ///
    /// The error that the server answers.
    pub(super) async fn list<T: DeserializeOwned>(
        &self,
        method: Method,
        key: &str,
    ) -> Result<Vec<T>> {
        let mut entries = Vec::new();
        let mut params = PaginatedParams::default();
        loop {
            let page = self.request(method, &params).await.map_err(super::plain)?;
            let mut page: serde_json::Value = super::decode(&page)?;
            let listed: Vec<T> = serde_json::from_value(page[key].take())
                .map_err(|error| Error::other(format!("the list cannot be read: {error}")))?;
            entries.extend(listed);
            match page["nextCursor"].as_str() {
                Some(cursor) => params.cursor = Some(cursor.to_owned()),
                None => return Ok(entries),
            }
        }
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
            back: BackChannel::None,
            principal: None,
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn unreadable(error: serde_json::Error) -> ErrorObject {
    ErrorObject::internal(error.to_string())
}
