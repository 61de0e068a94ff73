//! Sampling: asks the client's model.
//!
//! Source: [2026-07-28, "Sampling"](https://modelcontextprotocol.io/specification/2026-07-28/client/sampling).

use std::ops::Deref;

use super::asking::{CallQuestions, Question};
use super::{Context, FromContext};
use crate::error::Result;
use crate::protocol::{
    ClientCapability, CreateMessageParams, CreateMessageResult, InputRequest, ModelPreferences,
    Tool, ToolChoice,
};

/// Asks the model of the client.
///
/// ```
/// use mcp_runtime::{Result, Sample, tool};
///
/// /// Summarizes text.
/// #[tool]
/// async fn summarize(text: &str, sample: Sample) -> Result<String> {
///     let answer = sample.create(format!("Summarize:\n\n{text}")).max_tokens(200).await?;
///     Ok(answer.text())
/// }
/// ```
#[deprecated(
    since = "0.1.0",
    note = "MCP has deprecated sampling: call the API of a model provider"
)]
#[derive(Clone, Debug)]
pub struct Sample(CallQuestions);

/// Asks the model of the client, which may call tools that come with the question.
#[deprecated(
    since = "0.1.0",
    note = "MCP has deprecated sampling: call the API of a model provider"
)]
#[derive(Clone, Debug)]
pub struct SampleTools(Sample);

impl Sample {
    /// Asks for the next message of a conversation: the user's text, messages, or all
    /// parameters at once.
    pub fn create(
        &self,
        conversation: impl Into<CreateMessageParams>,
    ) -> Question<CreateMessageResult> {
        let request = InputRequest::CreateMessage(Box::new(conversation.into()));
        Question::new(self.0.clone(), request, |_, json| {
            serde_json::from_str(json).map_err(|error| error.to_string())
        })
    }
}

impl Question<CreateMessageResult> {
    /// Limits the answer to this many tokens.
    #[inline]
    pub fn max_tokens(self, tokens: u64) -> Self {
        self.with(|params| params.max_tokens = tokens)
    }

    /// Sets the system prompt of the conversation.
    pub fn system_prompt(self, text: impl Into<String>) -> Self {
        self.with(|params| params.system_prompt = Some(text.into()))
    }

    /// Sets what kind of model is preferred.
    #[inline]
    pub fn model_preferences(self, preferences: ModelPreferences) -> Self {
        self.with(|params| params.model_preferences = Some(preferences))
    }

    /// Gives the model tools; the client must support this, see [`SampleTools`].
    pub fn tools(self, tools: impl IntoIterator<Item = Tool>) -> Self {
        self.with(|params| params.tools = Some(tools.into_iter().collect()))
    }

    /// Sets whether the model must call a tool.
    #[inline]
    pub fn tool_choice(self, choice: ToolChoice) -> Self {
        self.with(|params| params.tool_choice = Some(choice))
    }

    fn with(mut self, change: impl FnOnce(&mut CreateMessageParams)) -> Self {
        if let InputRequest::CreateMessage(params) = self.request_mut() {
            change(params);
        }
        self
    }
}

impl Deref for SampleTools {
    type Target = Sample;

    fn deref(&self) -> &Sample {
        &self.0
    }
}

impl Context {
    /// Asks the model of the client.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated sampling: call the API of a model provider"
    )]
    pub fn sample(&self) -> Sample {
        Sample(self.asking())
    }
}

impl FromContext for Sample {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::Sampling];
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(context.sample())
    }
}

impl FromContext for SampleTools {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::SamplingTools];
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(Self(context.sample()))
    }
}
