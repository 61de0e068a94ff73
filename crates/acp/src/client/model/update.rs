//! What an agent reports about a session.

use serde::Deserialize;
use serde_json::Value;

use super::config::Command;
use super::tool_call::{ToolCall, ToolContent};
use crate::protocol::{CompactionUpdate, ConfigOption, Message, Notice, Plan, StopReason, Usage};
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
    /// A plan, which replaces the earlier one of the same id.
    Plan(Plan),
    /// The plan of this id is gone.
    PlanRemoved(String),
    /// Something that the user should know, beside the conversation.
    Notice(Notice),
    /// The agent compacts the conversation.
    Compaction(CompactionUpdate),
    /// A chunk of the summary that a compaction makes.
    CompactionSummary {
        /// The id of the compaction.
        compaction: String,
        /// The chunk.
        content: ContentBlock,
    },
    /// A subagent begins, or its state has changed. In version 1, agents report those only to a client
    /// that [shows](crate::client::ClientBuilder::subagents) them.
    Subagent(SubagentChange),
    /// An update of the session of a subagent.
    OfSubagent {
        /// The id of its session.
        session: String,
        /// The update.
        update: Box<Self>,
    },
    /// A message between an agent and its subagent.
    SessionMessage(SessionMessage),
    /// All of the history has been replayed; only version 2 reports it.
    ReplayComplete,
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

/// A subagent that begins, or a change of one: members that are `None` have not changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SubagentChange {
    /// The id of its session.
    pub session: String,
    /// Who it is.
    pub title: Option<String>,
    /// The task of the subagent.
    pub description: Option<String>,
    /// Whether it can be cancelled by [`Session::cancel_subagent`](crate::client::Session::cancel_subagent).
    pub is_cancellable: Option<bool>,
    /// Its state.
    pub state: Option<SessionState>,
}

/// A message between an agent and its subagent.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionMessage {
    /// Its id.
    pub message_id: String,
    /// The session of its author.
    #[serde(default)]
    pub sender_session_id: Option<String>,
    /// The session that it is for.
    #[serde(default)]
    pub recipient_session_id: Option<String>,
    /// The content of the message.
    #[serde(default)]
    pub content: Option<Vec<ContentBlock>>,
}

/// The state of a session.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SessionState {
    /// It is running.
    Running,
    /// It is waiting for the user.
    RequiresAction,
    /// The agent does not know.
    Unknown,
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
