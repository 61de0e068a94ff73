//! Requests of a turn to its client.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::select;

use super::connection_state::ClientRequest;
use super::turn::Turn;
use mcp_runtime_protocol::{Error, Result};

/// The parameters of a request that belongs to a session.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InSession<'a, P> {
    session_id: &'a str,
    #[serde(flatten)]
    params: P,
}

impl Turn {
    /// Sends a request to the client, and waits for the response. The request is cancelled when the
    /// future is dropped.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled, or the client responds with an error.
    pub(super) async fn ask_client(&self, method: &str, params: &Value) -> Result<Box<RawValue>> {
        self.send_question(method, params, false).await
    }

    /// Sends a request that the user answers: until then, the session waits for the user.
    ///
    /// # Errors
    ///
    /// As for [`ask_client`](Self::ask_client).
    pub(super) async fn ask_person(&self, method: &str, params: &Value) -> Result<Box<RawValue>> {
        self.send_question(method, params, true).await
    }

    async fn send_question(
        &self,
        method: &str,
        params: &Value,
        to_person: bool,
    ) -> Result<Box<RawValue>> {
        let connection = Arc::clone(self.connection());
        self.wait_for_room().await?;
        let response = connection.client.request(method, params)?;
        let mut request = ClientRequest { connection, response };
        if to_person {
            self.wait_for_person(request.response.id());
        }
        let cancelled = self.cancelled();
        select! {
            biased;
            // The turn of a subagent is not dropped when it is cancelled.
            () = cancelled.cancelled() => Err(Error::cancelled()),
            response = &mut request.response => response,
        }
    }

    /// Sends a request about the session, and reads its result.
    ///
    /// # Errors
    ///
    /// As for [`ask_client`](Self::ask_client), and when the result cannot be read.
    pub(super) async fn ask_for_value<R: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
    ) -> Result<R> {
        let answer = self.ask_client(method, &self.in_session(params)).await?;
        serde_json::from_str(answer.get()).map_err(|error| {
            Error::other(format!("the client's answer to `{method}` cannot be read: {error}"))
        })
    }

    /// Sends a request about the session, whose result is ignored.
    ///
    /// # Errors
    ///
    /// As for [`ask_client`](Self::ask_client).
    pub(super) async fn ask_to(&self, method: &str, params: impl Serialize) -> Result<()> {
        self.ask_client(method, &self.in_session(params)).await.map(drop)
    }

    /// Sends a request without waiting for the response.
    pub(super) fn notify_client(&self, method: &str, params: impl Serialize) {
        // Once no more messages come from the client, nobody has to be told anything.
        drop(self.connection().client.request(method, &self.in_session(params)));
    }

    fn in_session(&self, params: impl Serialize) -> Value {
        json!(InSession { session_id: self.session().id(), params })
    }
}
