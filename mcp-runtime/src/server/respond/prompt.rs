//! Results of prompts.

use crate::protocol::IntoPrompt;
use crate::server::{Reply, Response};

/// Returns the response with the prompt.
///
/// # Errors
///
/// When the value is an error.
pub fn prompt<T: IntoPrompt>(value: T) -> Response {
    value.prompt().map(Reply::Prompt)
}
