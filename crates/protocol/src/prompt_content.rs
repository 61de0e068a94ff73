//! What becomes a prompt: texts and messages.

use std::borrow::Cow;
use std::sync::Arc;

use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::{GetPromptResult, PromptMessage};

/// What a function with `#[prompt]` may return.
///
/// | type | prompt |
/// |---|---|
/// | `String`, `&str`, `Cow<str>`, `Box<str>`, `Arc<str>` | one user message |
/// | [`PromptMessage`], `Vec<PromptMessage>` | these messages |
/// | [`GetPromptResult`] | this result |
///
/// It is implemented only for these types. A function may also return a `Result` of one of them,
/// with any error that implements `Display`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a prompt",
    label = "not a prompt",
    note = "return a `String` (one user message), a `PromptMessage`, a `Vec<PromptMessage>` or a `GetPromptResult`"
)]
pub trait IntoPrompt {
    /// Returns the prompt.
    ///
    /// # Errors
    ///
    /// When the value is an error.
    #[doc(hidden)]
    fn prompt(self) -> Result<GetPromptResult, ErrorObject>;
}

#[diagnostic::do_not_recommend]
impl<T: Into<GetPromptResult>> IntoPrompt for T {
    fn prompt(self) -> Result<GetPromptResult, ErrorObject> {
        Ok(self.into())
    }
}

/// A closure of `Server::add_prompt` may fail.
#[diagnostic::do_not_recommend]
impl<T: IntoPrompt> IntoPrompt for Result<T> {
    fn prompt(self) -> Result<GetPromptResult, ErrorObject> {
        self?.prompt()
    }
}

impl From<PromptMessage> for GetPromptResult {
    #[inline]
    fn from(message: PromptMessage) -> Self {
        Self::new(vec![message])
    }
}

impl From<Vec<PromptMessage>> for GetPromptResult {
    #[inline]
    fn from(messages: Vec<PromptMessage>) -> Self {
        Self::new(messages)
    }
}

impl From<String> for GetPromptResult {
    #[inline]
    fn from(text: String) -> Self {
        PromptMessage::user(text).into()
    }
}

impl From<Cow<'_, str>> for GetPromptResult {
    #[inline]
    fn from(text: Cow<'_, str>) -> Self {
        PromptMessage::user(text.into_owned()).into()
    }
}

impl From<Box<str>> for GetPromptResult {
    #[inline]
    fn from(text: Box<str>) -> Self {
        PromptMessage::user(text).into()
    }
}

impl From<Arc<str>> for GetPromptResult {
    #[inline]
    fn from(text: Arc<str>) -> Self {
        PromptMessage::user(text).into()
    }
}

impl From<&str> for GetPromptResult {
    #[inline]
    fn from(text: &str) -> Self {
        PromptMessage::user(text).into()
    }
}
