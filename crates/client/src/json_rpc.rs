//! A connection that speaks a protocol other than MCP, for the module of that protocol.

use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use serde::Serialize;

use super::call::ClientCall;
use super::connection::{Connection, PendingRequest};
use super::deadline::{MAX_TIMEOUT, after};
use super::decode::check_memory;
use super::encoded_request::EncodedRequest;
use super::members::RawMembers;
use super::protocol_adapter::ProtocolAdapter;
use super::send_request::send;
use super::settings::Settings;
use super::transport::Inbox;
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::Connect;

/// A connection that speaks another protocol; it ends when this is dropped.
pub struct Rpc(Arc<Connection>);

short_debug!(Rpc {});

/// The limits that the user of such a connection may set.
#[derive(Clone, Copy, Debug)]
pub struct RpcLimits {
    /// How long to wait for a response.
    pub timeout: Duration,
    /// The maximum size of a message, in bytes.
    pub max_message_size: usize,
    /// How much memory a result, and all open questions, may need, in bytes.
    pub max_result: usize,
}

impl Default for RpcLimits {
    fn default() -> Self {
        let Settings { timeout, max_message_size, max_result, .. } = Settings::default();
        Self { timeout, max_message_size, max_result }
    }
}

impl Rpc {
    /// Opens the transport to the other side; nothing is sent yet.
    ///
    /// # Errors
    ///
    /// When the other side cannot be reached or started.
    pub fn open(
        adapter: Box<dyn ProtocolAdapter>,
        limits: RpcLimits,
        to: impl Connect,
    ) -> Result<Self> {
        let RpcLimits { timeout, max_message_size, max_result } = limits;
        let settings = Settings { timeout, max_message_size, max_result, ..Settings::default() };
        let connection = Connection::speaking(adapter, settings);
        let link = Inbox::new(&connection).open(to)?;
        connection.attach(link);
        Ok(Self(connection))
    }

    /// Sends a request and waits for its result, as JSON text.
    ///
    /// # Errors
    ///
    /// When the other side returns an error, or does not respond.
    pub async fn request(&self, method: &str, params: &impl Serialize) -> Result<Box<str>> {
        let call = ClientCall::with(method.to_owned(), params)?;
        let result = send(&self.0, &call, &call.answers).await?;
        let limit = self.0.settings.max_result;
        check_memory(|| format!("the result of {method}"), result.text(), limit)?;
        Ok(result.into_text())
    }

    /// Begins a request without a timeout.
    ///
    /// # Errors
    ///
    /// When the connection has ended, or the parameters cannot be serialized.
    pub fn begin(&self, method: &'static str, params: &impl Serialize) -> Result<OpenRequest> {
        let call = ClientCall::with(method, params)?;
        let request = self.0.expect(after(MAX_TIMEOUT))?;
        request.limit(None);
        Ok(OpenRequest { request, call })
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: &impl Serialize) {
        self.0.notify(method, params);
    }

    /// Waits until the connection has ended, and returns why.
    pub async fn closed(&self) -> Error {
        self.0.closed().await
    }

    /// Ends the connection, and waits until it has ended.
    pub async fn close(&self) {
        self.0.close();
        self.0.closed().await;
    }
}

impl Drop for Rpc {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A request that is waiting for its response; it is cancelled when this is dropped.
pub struct OpenRequest {
    request: PendingRequest,
    call: ClientCall,
}

short_debug!(OpenRequest {});

impl OpenRequest {
    /// Sends the request, unless it was sent before, and waits for its result.
    pub fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<Box<str>>> {
        let none = RawMembers::default();
        let outbound = EncodedRequest {
            method: &self.call.method,
            version: None,
            headers: &[],
            params: [&self.call.params, &none, &none],
            is_sent_once: false,
        };
        // Without a time limit, there is a response, or the connection ends.
        let answer = ready!(self.request.poll_exchange(cx, &outbound))
            .unwrap_or_else(|| Err(Error::closed()));
        Poll::Ready(answer.map(|result| result.into_text()))
    }

    /// Whether it was sent.
    pub fn is_sent(&self) -> bool {
        self.request.is_sent()
    }
}
