//! Prompts: listed, and filled in.

use serde::Serialize;

use super::call::ClientCall;
use super::handle::Client;
use super::lists::{Items, all};
use super::request::{RequestBuilder, run};
use crate::protocol::{GetPromptResult, ListPromptsResult, Method, Prompt};

impl Client {
    /// Fills in a prompt.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`](crate::Error::rpc).
    pub fn get_prompt(
        &self,
        name: &str,
        arguments: impl Serialize,
    ) -> RequestBuilder<GetPromptResult> {
        RequestBuilder::new(self, ClientCall::named(Method::GetPrompt, name, &arguments), run)
    }

    /// Lists the prompts, all pages of them.
    pub fn list_prompts(&self) -> RequestBuilder<Vec<Prompt>> {
        all::<ListPromptsResult>(self)
    }

    /// The prompts one by one.
    #[must_use]
    pub fn prompts(&self) -> Items<Prompt> {
        Items::new::<ListPromptsResult>(self)
    }
}
