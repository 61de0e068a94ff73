//! Responses of clients, for the replica that sent the request.

use std::sync::Arc;
use std::time::Duration;

use http::{Response, StatusCode};
use serde_json::value::RawValue;
use tokio::time::sleep;

use super::SharedSessions;
use crate::http::refusal::Refusal;
use crate::http::response_body::Body;
use crate::http::sessions::{HttpSession, HttpSessions};
use crate::jsonrpc::{IncomingResponse, RequestId};
use crate::quota::Share;
use crate::server::replicas::SessionHint;
use crate::store::{RecordWrite, StoreError, StoreKey};

/// The maximum size of a response that is sent as a hint; longer ones are stored until they are
/// fetched.
const LONGEST_HINT: usize = 32 * 1024;

/// How long they are stored.
const ANSWER_TTL: Duration = Duration::from_secs(30);

/// A response for another replica.
pub(crate) struct ForeignAnswer {
    replica: Arc<str>,
    response: Box<RawValue>,
}

impl ForeignAnswer {
    /// The length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.response.get().len()
    }
}

impl SharedSessions {
    /// Returns the response if it answers a request of another replica: the id of such a request
    /// names the replica.
    pub(crate) fn foreign_answer(
        &self,
        response: &IncomingResponse<'_, &mut Option<&str>>,
    ) -> Option<ForeignAnswer> {
        let Some(RequestId::String(id)) = &response.id else { return None };
        let replica = id.split_once('.').map(|(replica, _)| replica)?;
        let is_name = replica.len() == self.sharing.replica.len()
            && replica.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_name || *replica == *self.sharing.replica {
            return None;
        }
        let id = serde_json::to_string(id).ok()?;
        let answer = match (response.error, &*response.result) {
            (Some(error), _) => format!(r#""error":{error}"#),
            (None, result) => format!(r#""result":{}"#, result.unwrap_or("null")),
        };
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},{answer}}}"#);
        Some(ForeignAnswer { replica: replica.into(), response: RawValue::from_string(text).ok()? })
    }

    /// Forwards a response to the replica that sent the request. Whether that replica is alive is
    /// not known; if it is not, its call is gone, too.
    pub(crate) async fn forward(
        self: Arc<Self>,
        session: Arc<HttpSession>,
        answer: ForeignAnswer,
        share: Option<Share>,
    ) -> Result<Response<Body>, Refusal> {
        let id = (*session.id).into();
        let ForeignAnswer { replica, response } = answer;
        let hint = if response.get().len() <= LONGEST_HINT {
            SessionHint::Answered { session: id, response }
        } else {
            let record = self.keep(&response, share).await.map_err(|error| {
                tracing::error!(%error, "could not pass an answer to the replica that asked");
                Refusal::unavailable("the answer cannot be accepted at the moment; try again later")
            })?;
            SessionHint::AnsweredLong { session: id, record }
        };
        let published = self.sharing.publish_session_hint_now(&replica, hint).await;
        published.map_err(|error| {
            tracing::error!(%error, "could not pass an answer to the replica that asked");
            Refusal::unavailable("the answer cannot be accepted at the moment; try again later")
        })?;
        Ok(Body::empty(StatusCode::ACCEPTED))
    }

    /// Stores a long response for a moment; it is charged to its sender.
    async fn keep(
        self: &Arc<Self>,
        response: &RawValue,
        share: Option<Share>,
    ) -> Result<Box<str>, StoreError> {
        let refuse =
            |_| StoreError::Refused("the random number generator of the system failed".to_owned());
        let name: Box<str> = HttpSessions::new_id().map_err(refuse)?.as_ref().into();
        let write =
            RecordWrite::create().set("response", response.get().as_bytes()).ttl(ANSWER_TTL);
        self.put(&answer_key(&name), write).await?;
        if let Some(share) = share {
            tokio::spawn(async move {
                sleep(ANSWER_TTL).await;
                drop(share);
            });
        }
        Ok(name)
    }

    /// Fetches a long response.
    pub(super) async fn fetch(&self, name: &str) -> Option<Box<RawValue>> {
        let key = answer_key(name);
        let found = self
            .sharing
            .store
            .get(&key, &["response"])
            .await
            .inspect_err(|error| tracing::warn!(%error, "an answer was lost"));
        // It expires anyway.
        let _ = self.sharing.store.remove(&key).await;
        let [response] = found.ok()??.into_parts();
        let text = String::from_utf8(response?.to_vec()).ok()?;
        RawValue::from_string(text).ok()
    }
}

fn answer_key(name: &str) -> StoreKey {
    StoreKey::new("answer", name)
}
