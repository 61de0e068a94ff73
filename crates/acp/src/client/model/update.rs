//! What an agent reports about a session.

use serde::Deserialize;
use serde_json::Value;

use super::config::{Command, ConfigOption};
use super::tool_call::{ToolCall, ToolContent};
use crate::protocol::{PlanEntry, StopReason};
use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::jsonrpc::ErrorObject;

/// One update of a session.
///
/// Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn#3-agent-reports-output).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Update {
    /// A chunk of the user's message, when a session is loaded; some agents also echo it during
    /// turns.
    UserMessage(Chunk),
    /// A chunk of the agent's message.
    Message(Chunk),
    /// A chunk of the agent's thoughts.
    Thought(Chunk),
    /// A complete message, which replaces its chunks so far; only version 2 has it.
    WholeMessage(Message),
    /// A tool call begins, or has changed.
    ToolCall(ToolCall),
    /// A call has produced more content; only version 2 has it.
    ToolContent {
        /// The id of the call.
        call: String,
        /// The additional content.
        content: ToolContent,
    },
    /// The plan, which replaces any earlier one.
    Plan(Vec<PlanEntry>),
    /// All commands that a prompt may begin with.
    Commands(Vec<Command>),
    /// The mode of the session has changed to this one.
    Mode(String),
    /// All options of the session.
    ConfigOptions(Vec<ConfigOption>),
    /// The title of the session, or the time it was last used, has changed.
    Info(InfoUpdate),
    /// How much of the context is used.
    Usage(Usage),
    /// The state of the session; only version 2 reports it.
    State(SessionState),
    /// An update that this client does not know, as received.
    Unknown(Value),
}

/// A chunk of a message.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Chunk {
    /// The content.
    pub content: ContentBlock,
    /// The id of the message that it belongs to, if the agent reports it.
    #[serde(default)]
    pub message_id: Option<String>,
}

/// A complete message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Message {
    /// Its author.
    pub role: MessageRole,
    /// Its id, which its chunks share.
    pub id: String,
    /// All its content.
    pub content: Vec<ContentBlock>,
}

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageRole {
    /// The user.
    User,
    /// The agent.
    Agent,
    /// The agent, as a thought.
    Thought,
}

/// The state of a session.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SessionState {
    /// It is running.
    Running,
    /// It is waiting for the user.
    RequiresAction,
    /// It is idle.
    Idle {
        /// Why its turn has ended, if there was one; an unknown reason is returned by name.
        reason: Option<Result<StopReason, String>>,
        /// What went wrong.
        error: Option<ErrorObject>,
    },
}

/// A change to how a session is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InfoUpdate {
    /// Its title.
    #[serde(default)]
    pub title: Option<String>,
    /// When it was last used, in ISO 8601 format.
    #[serde(default)]
    pub updated_at: Option<String>,
}

/// How much of the context is used, in tokens.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// How many tokens are used.
    pub used: u64,
    /// How many tokens are available in total.
    pub size: u64,
    /// What the session has cost so far.
    #[serde(default)]
    pub cost: Option<Cost>,
}

/// An amount of money.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Cost {
    /// The amount.
    pub amount: f64,
    /// The currency, as an ISO 4217 code.
    pub currency: String,
}
