//! `session/update`: what is reported to a client about a session.
//!
//! Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn).

use serde::{Deserialize, Serialize};

use super::{
    AvailableCommand, CompactionUpdate, ConfigOption, Notice, Plan, SessionState, SubagentUpdate,
    ToolCall, UnavailableServer, Usage,
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
        options: Vec<ConfigOption>,
        mode: Option<String>,
    },
    /// A server that cannot be used; this is not kept.
    ServerUnavailable(UnavailableServer),
    State(SessionState),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stores have of sessions of the time before plans had ids and calls had locations.
    #[test]
    fn histories_that_were_stored_before_are_read() {
        let text = r#"{"type":"text","text":"hi"}"#;
        let stored = [
            format!(r#"{{"UserMessage":{{"id":"message-1","content":[{text}]}}}}"#),
            format!(r#"{{"AgentMessage":{{"id":"message-2","content":{text}}}}}"#),
            format!(r#"{{"AgentThought":{{"id":"message-3","content":{text}}}}}"#),
            r#"{"ToolCall":{"id":"call-1","title":"Add","kind":"read","status":"pending",
                "content":null,"raw_input":{"a":1},"raw_output":null}}"#
                .to_owned(),
            format!(
                r#"{{"ToolCallUpdate":{{"id":"call-1","title":null,"kind":null,"status":"in_progress",
                "content":[{{"Content":{text}}},{{"Terminal":"term-1"}}],"raw_input":null,
                "raw_output":3}}}}"#
            ),
            r#"{"Plan":{"entries":[{"content":"look","priority":"medium","status":"pending"}]}}"#
                .to_owned(),
            r#"{"SessionInfo":{"title":"A talk","updated_at":"2026-01-01T00:00:00Z"}}"#.to_owned(),
            r#"{"Usage":{"used":1,"size":2}}"#.to_owned(),
            r#"{"Options":{"options":[],"mode":"ask"}}"#.to_owned(),
        ];
        for stored in stored {
            let read = serde_json::from_str::<SessionUpdate>(&stored);
            assert!(read.is_ok(), "{stored}: {read:?}");
        }
    }
}
