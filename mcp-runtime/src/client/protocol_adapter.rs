//! Another protocol than MCP on the requests, bounds and transports of a client connection.

use std::pin::Pin;

use serde_json::Value;

use crate::error::Error;
use crate::jsonrpc::{ErrorObject, RequestId};

/// The answer to a request of the other side, on its way.
pub(crate) type AdapterAnswer =
    Pin<Box<dyn Future<Output = Result<Value, ErrorObject>> + Send + 'static>>;

/// A protocol other than MCP.
pub(crate) trait ProtocolAdapter: Send + Sync {
    /// What the other side is called in messages to people.
    fn other_side(&self) -> &'static str;

    /// Takes a request.
    ///
    /// # Errors
    ///
    /// What it is answered at once.
    fn request(&self, method: &str, params: Option<&str>) -> Result<AdapterAnswer, ErrorObject>;

    /// Takes a notification; the request that it gives up, if it does.
    ///
    /// # Errors
    ///
    /// When its parameters cannot be read.
    fn notification(
        &self,
        method: &str,
        params: Option<&str>,
    ) -> Result<Option<RequestId>, ErrorObject>;

    /// What a request of the other side is answered that it has given up.
    fn given_up(&self) -> ErrorObject;

    /// The notification by which a request to the other side is given up.
    fn cancellation(&self, request: u64) -> (&'static str, Value);

    /// Nothing can come any more, for this reason.
    fn end(&self, why: &Error);
}
