//! The interface for protocols other than MCP, which share the requests, limits and transports of a
//! client connection.

use std::pin::Pin;

use serde_json::Value;

use crate::error::Error;
use crate::jsonrpc::{ErrorObject, RequestId};

/// The pending response to a request of the other side.
pub type AdapterAnswer = Pin<Box<dyn Future<Output = Result<Value, ErrorObject>> + Send + 'static>>;

/// A protocol other than MCP.
pub trait ProtocolAdapter: Send + Sync {
    /// What the other side is called in error messages.
    fn other_side(&self) -> &'static str;

    /// Takes a request.
    ///
    /// # Errors
    ///
    /// When the request is refused; the error is the response.
    fn request(&self, method: &str, params: Option<&str>) -> Result<AdapterAnswer, ErrorObject>;

    /// Takes a notification; returns the id of the request that it cancels, if any.
    ///
    /// # Errors
    ///
    /// When its parameters cannot be read.
    fn notification(
        &self,
        method: &str,
        params: Option<&str>,
    ) -> Result<Option<RequestId>, ErrorObject>;

    /// The response to a request of the other side that it has cancelled.
    fn given_up(&self) -> ErrorObject;

    /// The notification that cancels a request to the other side.
    fn cancellation(&self, request: u64) -> (&'static str, Value);

    /// Ends everything, for this reason, because the connection has ended.
    fn end(&self, why: &Error);
}
