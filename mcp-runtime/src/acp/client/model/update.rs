//! What an agent reports of a session.

use serde::Deserialize;
use serde_json::Value;

use super::config::{Command, ConfigOption};
use super::tool_call::{ToolCall, ToolContent};
use crate::acp::protocol::{PlanEntry, StopReason};
use crate::jsonrpc::ErrorObject;
use crate::protocol::ContentBlock;

/// One update of a session.
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
    /// A whole message, in place of what its parts said so far; only version 2 has it.
    WholeMessage(Message),
    /// A call of a tool begins, or has changed.
    ToolCall(ToolCall),
    /// A call has made something more; only version 2 has it.
    ToolContent {
        /// Which call it is.
        call: String,
        /// What it has made, beside what it has made before.
        content: ToolContent,
    },
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
    /// What the session does now; only version 2 reports it.
    State(SessionState),
    /// Something that this client does not know, as it came.
    Unknown(Value),
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

/// A whole message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Message {
    /// Whose it is.
    pub role: MessageRole,
    /// Its id, which its parts have, too.
    pub id: String,
    /// All its content.
    pub content: Vec<ContentBlock>,
}

/// Whose a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageRole {
    /// The person has said it.
    User,
    /// The agent says it.
    Agent,
    /// The agent thinks it.
    Thought,
}

/// What a session does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SessionState {
    /// It works.
    Running,
    /// It waits for the person.
    RequiresAction,
    /// It does nothing.
    Idle {
        /// Why its turn has ended, if there was one; or the name of a reason that is not known here.
        reason: Option<Result<StopReason, String>>,
        /// What went wrong.
        error: Option<ErrorObject>,
    },
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
