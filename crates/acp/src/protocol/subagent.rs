//! Subagents: parts of the work of a turn that clients show as sessions of their own.
//!
//! Source: [ACP, "Schema", SubagentUpdate](https://agentclientprotocol.com/protocol/schema#subagentupdate).

use serde::{Deserialize, Serialize};

use super::SessionState;
use mcp_runtime_protocol::ContentBlock;

/// What a client is told about a subagent: the first update announces it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SubagentUpdate {
    /// The id of its session.
    pub(crate) id: String,
    /// What announces it; `None` for a change of its state.
    pub(crate) about: Option<Subagent>,
    pub(crate) state: SessionState,
    /// The last message of one that has ended.
    pub(crate) last_message: Option<ContentBlock>,
}

/// A part of the work of a turn that clients show as a session of its own, for
/// [`Turn::subagent`](crate::Turn::subagent).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[must_use = "pass it to `Turn::subagent`, which starts it"]
pub struct Subagent {
    pub(crate) title: String,
    pub(crate) description: Option<String>,
    pub(crate) is_cancellable: bool,
}

impl Subagent {
    /// A subagent with a title: who does the work, for people.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), description: None, is_cancellable: false }
    }

    /// Adds what it is to do.
    pub fn description(self, text: impl Into<String>) -> Self {
        Self { description: Some(text.into()), ..self }
    }

    /// Lets the user cancel its work without that of the turn.
    pub fn cancellable(self) -> Self {
        Self { is_cancellable: true, ..self }
    }
}
