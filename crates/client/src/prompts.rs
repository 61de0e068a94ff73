//! Lists and gets prompts.

use serde::Serialize;

use super::call::ClientCall;
use super::handle::Client;
use super::lists::{Items, all};
use super::request_builder::{RequestBuilder, run};
use crate::protocol::{GetPromptResult, ListPromptsResult, Method, Prompt};

impl Client {
    /// Gets a prompt, with its arguments filled in.
    ///
    /// # Errors
    ///
    /// When the server returns an error, which is in [`Error::rpc`](crate::Error::rpc).
    pub fn get_prompt(
        &self,
        name: &str,
        arguments: impl Serialize,
    ) -> RequestBuilder<GetPromptResult> {
        RequestBuilder::new(self, ClientCall::named(Method::GetPrompt, name, &arguments), run)
    }

    /// Lists all prompts, across all pages.
    pub fn list_prompts(&self) -> RequestBuilder<Vec<Prompt>> {
        all::<ListPromptsResult>(self)
    }

    /// Iterates over the prompts, and requests pages as needed.
    #[must_use]
    pub fn prompts(&self) -> Items<Prompt> {
        Items::new::<ListPromptsResult>(self)
    }
}
