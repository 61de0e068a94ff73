//! Questions to the client's model: `sampling/createMessage`.

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
    /// What kind of model is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_preferences: Option<ModelPreferences>,
    /// What the model reads before the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// Of which servers the client should add context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_context: Option<IncludeContext>,
    /// How free the model is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The most tokens that the answer may have.
    pub max_tokens: u64,
    /// Texts that end the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_sequences: Option<Vec<String>>,
    /// What the provider of the model should receive besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
    /// Tools that the model may call; needs the capability `sampling.tools`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<Tool>>,
    /// Whether the model must call a tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
    /// Asks for a task; only 2025-11-25 has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskMetadata>,
    /// The `_meta`; only of a legacy request.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

/// The limit of an answer where none is given.
const MAX_TOKENS: u64 = 1024;

impl From<Vec<SamplingMessage>> for CreateMessageParams {
    fn from(messages: Vec<SamplingMessage>) -> Self {
        Self::new(messages, MAX_TOKENS)
    }
}

impl From<String> for CreateMessageParams {
    fn from(text: String) -> Self {
        vec![SamplingMessage::user(text)].into()
    }
}

impl From<&str> for CreateMessageParams {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl CreateMessageParams {
    /// Creates a question of messages, with a limit for the answer.
    pub fn new(messages: Vec<SamplingMessage>, max_tokens: u64) -> Self {
        Self { messages, max_tokens, ..Self::default() }
    }
}

impl CreateMessageParams {
    /// Looks whether every call of a tool by the model has its result in the next message, and
    /// every result its call.
    ///
    /// Source: [2025-11-25, "Sampling", Message Content Constraints](https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#message-content-constraints).
    pub(crate) fn check_tools(&self) -> Result<(), String> {
        let mut called = BTreeSet::new();
        for message in &self.messages {
            let blocks = message.content.blocks();
            let (mut calls, mut results) = (BTreeSet::new(), BTreeSet::new());
            for block in blocks {
                match block {
                    ContentBlock::ToolUse(call) => calls.insert(call.id.as_str()),
                    ContentBlock::ToolResult(result) => results.insert(result.tool_use_id.as_str()),
                    _ => false,
                };
            }
            if message.role == Role::User && !calls.is_empty() {
                return Err("only the model calls tools, and not the user".to_owned());
            }
            if message.role == Role::Assistant && !results.is_empty() {
                return Err("the results of tools are messages of the user".to_owned());
            }
            if !results.is_empty() && results.len() < blocks.len() {
                return Err("a message with results of tools holds one of each, and nothing else"
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
    format!("the call `{id}` of a tool, and its result in the message after it, belong together")
}

/// One message of a conversation with the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SamplingMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: SamplingContent,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl SamplingMessage {
    /// Creates a message of one block.
    pub fn new(role: Role, content: impl Into<ContentBlock>) -> Self {
        Self { role, content: SamplingContent::One(content.into()), meta: None }
    }

    /// Creates a message of the person.
    pub fn user(content: impl Into<ContentBlock>) -> Self {
        Self::new(Role::User, content)
    }

    /// Creates a message of the model.
    pub fn assistant(content: impl Into<ContentBlock>) -> Self {
        Self::new(Role::Assistant, content)
    }
}

/// What is said in a message: text, image, audio, tool use or tool result.
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
        match content.get().starts_with('[') {
            true => read_variant(&content, Self::Many),
            false => read_variant(&content, Self::One),
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

    /// Returns the blocks, to change them.
    pub fn blocks_mut(&mut self) -> &mut [ContentBlock] {
        match self {
            Self::One(block) => std::slice::from_mut(block),
            Self::Many(blocks) => blocks,
        }
    }
}

/// What kind of model is wanted; the client decides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ModelPreferences {
    /// Models by name, the best first.
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

/// Of which servers the client should add context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum IncludeContext {
    /// Of none.
    None,
    /// Of the one that asks; needs the capability `sampling.context`.
    ThisServer,
    /// Of all; needs the capability `sampling.context`.
    AllServers,
}

/// Whether the model must call a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolChoice {
    /// Whether it must; `None` means [`ToolChoiceMode::Auto`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<ToolChoiceMode>,
}

impl ToolChoice {
    /// Creates a choice.
    pub fn new(mode: ToolChoiceMode) -> Self {
        Self { mode: Some(mode) }
    }
}

/// Whether the model must call a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ToolChoiceMode {
    /// It decides.
    Auto,
    /// It must.
    Required,
    /// It must not.
    None,
}

/// What the model says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CreateMessageResult {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: SamplingContent,
    /// The name of the model.
    pub model: String,
    /// Why the answer ends: `endTurn`, `stopSequence`, `maxTokens`, `toolUse` or another reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl CreateMessageResult {
    /// Creates an answer of the named model.
    pub fn new(model: impl Into<String>, content: impl Into<ContentBlock>) -> Self {
        Self {
            role: Role::Assistant,
            content: SamplingContent::One(content.into()),
            model: model.into(),
            stop_reason: None,
            meta: None,
        }
    }

    /// The text of the answer.
    pub fn text(&self) -> String {
        self.content.blocks().iter().filter_map(ContentBlock::as_text).collect()
    }
}
