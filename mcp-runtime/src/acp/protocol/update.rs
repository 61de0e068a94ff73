//! `session/update`: what a client learns of a turn.
//!
//! Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{AvailableCommand, SessionConfigOption, StopReason};
use crate::protocol::ContentBlock;

/// One update of a session, in no version: a [`Codec`](crate::acp::codec::Codec) says it to a client, and its
/// own JSON is what sessions keep.
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
    /// What is chosen now; version 1 announces the mode separately, too.
    Options {
        options: Vec<SessionConfigOption>,
        mode: Option<String>,
    },
    State(SessionState),
}

/// What a session does: only version 2 announces it, and it is not kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum SessionState {
    Running,
    /// It waits for the person.
    RequiresAction,
    /// Nothing, after a turn that ended like this, if there was one.
    Idle(Option<TurnEnd>),
}

/// How a turn has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TurnEnd {
    Stopped(StopReason),
    Failed { code: i64, message: String },
}

/// A call of a tool, or what has changed of it: what is left out has not.
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

/// What a call has made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum ToolCallContent {
    Content(ContentBlock),
    /// What a command in a terminal of the client writes, by the id of the terminal; version 1 has that.
    Terminal(String),
}

/// How far a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolStatus {
    Pending,
    InProgress,
    Completed,
    Failed,
    Cancelled,
}

/// What sort of thing a tool does, for the picture beside it.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
