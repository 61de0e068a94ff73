//! `session/update`: what is reported to a client about a session.
//!
//! Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{AvailableCommand, SessionConfigOption, StopReason, UnavailableServer};
use mcp_runtime_protocol::ContentBlock;

/// An update of a session, independent of the version: a [`Codec`](crate::codec::Codec) writes
/// it for a client, and its own JSON is what the history of a session keeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum SessionUpdate {
    UserMessage {
        id: String,
        content: Vec<ContentBlock>,
    },
    AgentMessage {
        id: String,
        content: ContentBlock,
    },
    AgentThought {
        id: String,
        content: ContentBlock,
    },
    ToolCall(ToolCall),
    ToolCallUpdate(ToolCall),
    Plan {
        entries: Vec<PlanEntry>,
    },
    SessionInfo {
        title: String,
        updated_at: String,
    },
    Usage {
        used: u64,
        size: u64,
    },
    Commands(Vec<AvailableCommand>),
    /// The current options; version 1 also announces the mode separately.
    Options {
        options: Vec<SessionConfigOption>,
        mode: Option<String>,
    },
    /// A server that cannot be used; this is not kept.
    ServerUnavailable(UnavailableServer),
    State(SessionState),
}

/// The state of a session: only version 2 announces it, and it is not kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum SessionState {
    Running,
    /// It is waiting for the user.
    RequiresAction,
    /// It is idle, after a turn that ended like this, if there was one.
    Idle(Option<TurnEnd>),
}

/// How a turn has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TurnEnd {
    Stopped(StopReason),
    Failed { code: i64, message: String },
}

/// A tool call, or an update to one: members that are `None` have not changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ToolCall {
    pub(crate) id: String,
    pub(crate) title: Option<String>,
    pub(crate) kind: Option<ToolKind>,
    pub(crate) status: Option<ToolStatus>,
    pub(crate) content: Option<Vec<ToolCallContent>>,
    pub(crate) raw_input: Option<Value>,
    pub(crate) raw_output: Option<Box<RawValue>>,
}

/// What a call has produced.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum ToolCallContent {
    Content(ContentBlock),
    /// The output of a terminal of the client, by the id of the terminal; only in version 1.
    Terminal(String),
}

/// The progress of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolStatus {
    Pending,
    InProgress,
    Completed,
    Failed,
    Cancelled,
}

/// The kind of operation of a tool, which selects its icon.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolKind {
    Read,
    Delete,
    Execute,
    Other,
}

/// A step of a plan.
///
/// Source: [ACP, "Agent Plan"](https://agentclientprotocol.com/protocol/agent-plan).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlanEntry {
    /// The description of the step.
    pub content: String,
    /// How important it is.
    pub priority: PlanPriority,
    /// Its progress.
    pub status: PlanStatus,
}

impl PlanEntry {
    /// A step of medium priority that has not begun.
    pub fn new(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            priority: PlanPriority::Medium,
            status: PlanStatus::Pending,
        }
    }

    /// Sets the priority.
    #[must_use]
    pub fn priority(self, priority: PlanPriority) -> Self {
        Self { priority, ..self }
    }

    /// Sets the progress.
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

/// The priority of a step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PlanPriority {
    /// Above most steps.
    High,
    /// The default.
    Medium,
    /// Below most steps.
    Low,
}

/// The progress of a step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
