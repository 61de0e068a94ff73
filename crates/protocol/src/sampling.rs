//! Requests to the client's model: `sampling/createMessage`.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, value::RawValue};

use super::{
    base::{Role, read_variant},
    content::ContentBlock,
    meta::Meta,
    tasks::TaskMetadata,
    tool_definition::Tool,
};

/// The parameters of `sampling/createMessage`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CreateMessageParams {
    /// The conversation so far.
    pub messages: Vec<SamplingMessage>,
    /// Preferences for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_preferences: Option<ModelPreferences>,
    /// The system prompt of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// The servers from which the client should add context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_context: Option<IncludeContext>,
    /// The sampling temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The maximum number of tokens in the response.
    pub max_tokens: u64,
    /// Texts that end the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_sequences: Option<Vec<String>>,
    /// Additional data for the model provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
    /// Tools that the model may call; needs the capability `sampling.tools`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<Tool>>,
    /// Whether the model may or must call a tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
    /// Requests a task; only in 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskMetadata>,
    /// The `_meta`; only of a legacy request.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

/// The default token limit.
const MAX_TOKENS: u64 = 1024;

impl From<Vec<SamplingMessage>> for CreateMessageParams {
    #[inline]
    fn from(messages: Vec<SamplingMessage>) -> Self {
        Self::new(messages, MAX_TOKENS)
    }
}

impl From<String> for CreateMessageParams {
    #[inline]
    fn from(text: String) -> Self {
        vec![SamplingMessage::user(text)].into()
    }
}

impl From<&str> for CreateMessageParams {
    #[inline]
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl CreateMessageParams {
    /// Creates a request from messages, with a token limit.
    #[inline]
    pub fn new(messages: Vec<SamplingMessage>, max_tokens: u64) -> Self {
        Self { messages, max_tokens, ..Self::default() }
    }
}

impl CreateMessageParams {
    /// Checks that every tool call by the model has its result in the next message, and every
    /// result its call.
    ///
    /// Source: [2025-11-25, "Sampling", Message Content Constraints](https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#message-content-constraints).
    #[doc(hidden)]
    #[inline]
    pub fn check_tools(&self) -> Result<(), String> {
        let mut called = BTreeSet::new();
        for message in &self.messages {
            let blocks = message.content.blocks();
            let mut calls = BTreeSet::new();
            let mut results = BTreeSet::new();
            for block in blocks {
                match block {
                    ContentBlock::ToolUse(call) => calls.insert(call.id.as_str()),
                    ContentBlock::ToolResult(result) => results.insert(result.tool_use_id.as_str()),
                    _ => false,
                };
            }
            if message.role == Role::User && !calls.is_empty() {
                return Err("a user message cannot contain tool calls".to_owned());
            }
            if message.role == Role::Assistant && !results.is_empty() {
                return Err("tool results must be in a user message".to_owned());
            }
            if !results.is_empty() && results.len() < blocks.len() {
                return Err("a message with tool results must contain one result per call, and nothing else"
                    .to_owned());
            }
            if let Some(id) = called.symmetric_difference(&results).next() {
                return Err(unpaired(id));
            }
            called = calls;
        }
        called.first().map_or(Ok(()), |id| Err(unpaired(id)))
    }
}

fn unpaired(id: &str) -> String {
    format!("the tool call `{id}` must be followed by its result in the next message")
}

/// One message of a conversation with the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SamplingMessage {
    /// The speaker.
    pub role: Role,
    /// The content of the message.
    pub content: SamplingContent,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl SamplingMessage {
    /// Creates a message with one block.
    pub fn new(role: Role, content: impl Into<ContentBlock>) -> Self {
        Self { role, content: SamplingContent::One(content.into()), meta: None }
    }

    /// Creates a user message.
    pub fn user(content: impl Into<ContentBlock>) -> Self {
        Self::new(Role::User, content)
    }

    /// Creates a message from the model.
    pub fn assistant(content: impl Into<ContentBlock>) -> Self {
        Self::new(Role::Assistant, content)
    }
}

/// The content of a message: text, image, audio, tool use or tool result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum SamplingContent {
    /// One block.
    One(ContentBlock),
    /// Several blocks; from 2025-11-25.
    Many(Vec<ContentBlock>),
}

impl<'de> Deserialize<'de> for SamplingContent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let content = Box::<RawValue>::deserialize(deserializer)?;
        if content.get().starts_with('[') {
            read_variant(&content, Self::Many)
        } else {
            read_variant(&content, Self::One)
        }
    }
}

impl SamplingContent {
    /// Returns the blocks.
    pub fn blocks(&self) -> &[ContentBlock] {
        match self {
            Self::One(block) => std::slice::from_ref(block),
            Self::Many(blocks) => blocks,
        }
    }

    /// Returns the blocks mutably.
    pub fn blocks_mut(&mut self) -> &mut [ContentBlock] {
        match self {
            Self::One(block) => std::slice::from_mut(block),
            Self::Many(blocks) => blocks,
        }
    }
}

/// Preferences for the model; the client decides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ModelPreferences {
    /// Suggested models by name, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<Vec<ModelHint>>,
    /// How much a low price matters, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_priority: Option<f64>,
    /// How much speed matters, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed_priority: Option<f64>,
    /// How much intelligence matters, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intelligence_priority: Option<f64>,
}

/// A model by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ModelHint {
    /// The name, or a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl ModelHint {
    /// Creates a hint from the name of a model, or a part of it.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()) }
    }
}

/// The servers from which the client should add context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum IncludeContext {
    /// No servers.
    None,
    /// The requesting server; needs the capability `sampling.context`.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated this value: omit `include_context`, or use `None`"
    )]
    ThisServer,
    /// All servers; needs the capability `sampling.context`.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated this value: omit `include_context`, or use `None`"
    )]
    AllServers,
}

/// Whether the model may or must call a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolChoice {
    /// The mode; `None` means [`ToolChoiceMode::Auto`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<ToolChoiceMode>,
}

impl ToolChoice {
    /// Creates a choice.
    pub fn new(mode: ToolChoiceMode) -> Self {
        Self { mode: Some(mode) }
    }
}

/// Whether the model may or must call a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ToolChoiceMode {
    /// The model decides.
    Auto,
    /// The model must call a tool.
    Required,
    /// The model must not call a tool.
    None,
}

/// The response from the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CreateMessageResult {
    /// The speaker.
    pub role: Role,
    /// The content of the message.
    pub content: SamplingContent,
    /// The name of the model.
    pub model: String,
    /// Why the response ended: `endTurn`, `stopSequence`, `maxTokens`, `toolUse` or another reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl CreateMessageResult {
    /// Creates a response of the named model.
    pub fn new(model: impl Into<String>, content: impl Into<ContentBlock>) -> Self {
        Self {
            role: Role::Assistant,
            content: SamplingContent::One(content.into()),
            model: model.into(),
            stop_reason: None,
            meta: None,
        }
    }

    /// Returns the text of the response.
    #[inline]
    pub fn text(&self) -> String {
        self.content.blocks().iter().filter_map(ContentBlock::as_text).collect()
    }
}
