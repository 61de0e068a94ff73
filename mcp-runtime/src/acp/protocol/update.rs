//! `session/update`: what a client is told of a turn.
//!
//! Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn).

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::protocol::ContentBlock;

/// One piece of news.
#[derive(Debug, Serialize)]
#[serde(tag = "sessionUpdate", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum SessionUpdate {
    UserMessageChunk { content: ContentBlock },
    AgentMessageChunk { content: ContentBlock },
    AgentThoughtChunk { content: ContentBlock },
    ToolCall(ToolCall),
    ToolCallUpdate(ToolCallUpdate),
    Plan { entries: Vec<PlanEntry> },
    SessionInfoUpdate { title: String, updated_at: String },
    UsageUpdate { used: u64, size: u64 },
}

/// A call of a tool that begins.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolCall {
    pub(crate) tool_call_id: String,
    pub(crate) title: String,
    pub(crate) kind: ToolKind,
    pub(crate) status: ToolStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) raw_input: Option<Value>,
}

/// What has changed of a call; what is left out has not.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolCallUpdate {
    pub(crate) tool_call_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<ToolKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<ToolStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content: Option<Vec<ToolCallContent>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) raw_input: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) raw_output: Option<Box<RawValue>>,
}

/// What a call has made.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ToolCallContent {
    Content { content: ContentBlock },
}

/// How far a call is.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolStatus {
    Pending,
    InProgress,
    Completed,
    Failed,
}

/// What sort of thing a tool does, for the picture beside it.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolKind {
    Read,
    Delete,
    Other,
}

/// A step of a plan.
///
/// Source: [ACP, "Agent Plan"](https://agentclientprotocol.com/protocol/agent-plan).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlanEntry {
    /// What is to be done.
    pub content: String,
    /// How important it is.
    pub priority: PlanPriority,
    /// How far it is.
    pub status: PlanStatus,
}

impl PlanEntry {
    /// A step of medium importance that has not begun.
    pub fn new(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            priority: PlanPriority::Medium,
            status: PlanStatus::Pending,
        }
    }

    /// The same step of another importance.
    #[must_use]
    pub fn priority(self, priority: PlanPriority) -> Self {
        Self { priority, ..self }
    }

    /// The same step, which is this far.
    #[must_use]
    pub fn status(self, status: PlanStatus) -> Self {
        Self { status, ..self }
    }
}

impl<T: Into<String>> From<T> for PlanEntry {
    fn from(content: T) -> Self {
        Self::new(content)
    }
}

/// How important a step of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PlanPriority {
    /// Before others.
    High,
    /// As most are.
    Medium,
    /// After others.
    Low,
}

/// How far a step of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PlanStatus {
    /// It has not begun.
    Pending,
    /// It has begun.
    InProgress,
    /// It is done.
    Completed,
}
