//! Requests of a turn to its client.

use std::future::poll_fn;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::turn::Turn;
use crate::error::{Error, Result};
use crate::jsonrpc::{RequestId, write_request};
use crate::negotiation::AnswerSlot;

/// The parameters of a request that belongs to a session.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InSession<'a, P> {
    session_id: &'a str,
    #[serde(flatten)]
    params: P,
}

impl Turn {
    /// Asks the client, and waits for what it answers. The question is withdrawn when nobody waits for it
    /// any more.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled, or the client answers with an error.
    pub(super) async fn ask_client(&self, method: &str, params: &Value) -> Result<Box<RawValue>> {
        self.send_question(method, params, false).await
    }

    /// Asks what the person answers: until then, the session waits for the person.
    ///
    /// # Errors
    ///
    /// As [`ask_client`](Self::ask_client).
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

    /// Asks the client for something of the session.
    ///
    /// # Errors
    ///
    /// As [`ask_client`](Self::ask_client), and when the answer cannot be read.
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

    /// Asks for something of the session to be done.
    ///
    /// # Errors
    ///
    /// As [`ask_client`](Self::ask_client).
    pub(super) async fn ask_to(&self, method: &str, params: impl Serialize) -> Result<()> {
        self.ask_client(method, &self.in_session(params)).await.map(drop)
    }

    /// Asks for something of which no answer is waited for.
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
