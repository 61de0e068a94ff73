//! The answer to a request, which may be an error.

use serde_json::value::RawValue;

use super::{Error, Result};
use crate::jsonrpc::{ErrorObject, IncomingResponse};

/// The result of a request, as JSON text, or why it failed.
pub type RawAnswer = Result<Box<RawValue>>;

impl IncomingResponse<'_, &mut Option<&str>> {
    /// The answer of the peer; an error if the response has both a result and an error.
    pub fn answer(&self) -> RawAnswer {
        if let Some(error) = self.error {
            let error = serde_json::from_str::<ErrorObject>(error);
            return Err(error.map_or_else(Error::other, Error::refused));
        }
        serde_json::from_str(self.result.unwrap_or("null")).map_err(Error::other)
    }
}
