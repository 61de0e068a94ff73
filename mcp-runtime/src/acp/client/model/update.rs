//! What an agent tells of a session.

use serde::Deserialize;
use serde_json::Value;

use super::config::{Command, ConfigOption};
use super::tool_call::ToolCall;
use crate::acp::protocol::PlanEntry;
use crate::protocol::ContentBlock;

/// One piece of news of a session.
///
/// Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn#3-agent-reports-output).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Update {
    /// A part of what the person said, when a session is loaded; some agents echo it in turns, too.
    UserMessage(Chunk),
    /// A part of what the agent says.
    Message(Chunk),
    /// A part of what the agent thinks.
    Thought(Chunk),
    /// A call of a tool begins, or has changed.
    ToolCall(ToolCall),
    /// What is to be done, instead of what was said before.
    Plan(Vec<PlanEntry>),
    /// The commands that a prompt may begin with, all of them.
    Commands(Vec<Command>),
    /// The mode of the session has changed to this one.
    Mode(String),
    /// What can be set of the session, all of it.
    ConfigOptions(Vec<ConfigOption>),
    /// The title of the session, or when it was used last, has changed.
    Info(InfoUpdate),
    /// How much of the context is used.
    Usage(Usage),
    /// Something that this client does not know, as it came.
    Unknown(Value),
}

impl Update {
    /// The text, if it is a part of what the agent says.
    #[must_use]
    pub fn message_text(&self) -> Option<&str> {
        match self {
            Self::Message(chunk) => chunk.content.as_text(),
            _ => None,
        }
    }
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Chunk {
    /// The content.
    pub content: ContentBlock,
    /// Which message it belongs to, as far as the agent says that.
    #[serde(default)]
    pub message_id: Option<String>,
}

/// What has changed of how a session is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InfoUpdate {
    /// Its title.
    #[serde(default)]
    pub title: Option<String>,
    /// When it was used last, as ISO 8601 has it.
    #[serde(default)]
    pub updated_at: Option<String>,
}

/// How much of the context is used, in tokens.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// How much is used.
    pub used: u64,
    /// How much there is.
    pub size: u64,
    /// What the session has cost so far.
    #[serde(default)]
    pub cost: Option<Cost>,
}

/// An amount of money.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Cost {
    /// How much.
    pub amount: f64,
    /// Of which currency, by its code of ISO 4217.
    pub currency: String,
}
