//! Requests of a turn to its client.

use std::future::poll_fn;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::turn::Turn;
use mcp_runtime::internal::AnswerSlot;
use mcp_runtime_protocol::jsonrpc::{RequestId, write_request};
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
        let slot = Arc::<AnswerSlot>::default();
        let number = connection.outgoing.expect(Arc::clone(&slot)).ok_or_else(Error::closed)?;
        let _withdrawn = connection.withdraw_later(number);
        connection.peer.send(&write_question(number, method, params)?);
        if to_person {
            self.wait_for_person(number);
        }
        poll_fn(|cx| slot.poll_take(cx)).await
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
            Error::other(format!("the answer of the client to `{method}` cannot be read: {error}"))
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
        let connection = self.connection();
        let Some(number) = connection.outgoing.expect(Arc::default()) else { return };
        connection.outgoing.forget(number);
        if let Ok(message) = write_question(number, method, &self.in_session(params)) {
            connection.peer.send(&message);
        }
    }

    fn in_session(&self, params: impl Serialize) -> Value {
        json!(InSession { session_id: self.session().id(), params })
    }
}

fn write_question(number: u64, method: &str, params: &Value) -> Result<Vec<u8>> {
    let mut message = Vec::new();
    let request = json!({ "method": method, "params": params });
    write_request(&mut message, &RequestId::Integer(number.into()), &request)
        .map_err(Error::other)?;
    Ok(message)
}
