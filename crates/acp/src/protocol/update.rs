//! `session/update`: what is reported to a client about a session.
//!
//! Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn).

use serde::{Deserialize, Serialize};

use super::{
    AvailableCommand, CompactionUpdate, Notice, Plan, SessionConfigOption, SessionState,
    SubagentUpdate, ToolCall, UnavailableServer, Usage,
};
use mcp_runtime_protocol::ContentBlock;

/// An update of a session, independent of the version: a [`Codec`](crate::codec::Codec) writes
/// it for a client, and its own JSON is what the history of a session keeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum SessionUpdate {
    UserMessage {
        id: String,
        content: Vec<ContentBlock>,
        /// What the client recognizes it by when it sends it again; only in version 2.
        key: Option<String>,
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
        #[serde(flatten)]
        plan: Plan,
        /// The id of the message that it is for clients that do not show it otherwise.
        message: Option<String>,
    },
    PlanRemoved {
        id: String,
        /// Whether it was the last one with steps: the one that clients show that have one.
        is_shown: bool,
    },
    SessionInfo {
        title: String,
        updated_at: String,
    },
    Usage(Usage),
    /// This is not kept: what has happened once is not news.
    Notice {
        notice: Notice,
        /// The id of the message that it is for clients that do not show it otherwise.
        message: String,
    },
    Compaction(CompactionUpdate),
    /// A chunk of a summary, which is kept with the whole summary.
    CompactionSummary {
        compaction: String,
        content: ContentBlock,
    },
    Subagent(SubagentUpdate),
    /// A message between an agent and a subagent, which is not kept.
    SessionMessage {
        id: String,
        sender: String,
        recipient: String,
        content: ContentBlock,
    },
    /// Everything that is kept has been sent again.
    ReplayComplete,
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
