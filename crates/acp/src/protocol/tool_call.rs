//! Tool calls, as they are reported to clients.
//!
//! Source: [ACP, "Tool Calls"](https://agentclientprotocol.com/protocol/tool-calls).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::names::names;
use mcp_runtime_protocol::ContentBlock;

/// A tool call, or an update to one: members that are `None` have not changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ToolCall {
    pub(crate) id: String,
    pub(crate) title: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) kind: Option<ToolKind>,
    pub(crate) status: Option<ToolStatus>,
    pub(crate) content: Option<Vec<ToolCallContent>>,
    pub(crate) locations: Option<Vec<ToolLocation>>,
    pub(crate) raw_input: Option<Value>,
    pub(crate) raw_output: Option<Box<RawValue>>,
    /// Whether the client may cancel it without the turn; only in version 2.
    #[serde(default)]
    pub(crate) is_cancellable: bool,
}

/// What a call has produced.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum ToolCallContent {
    Content(ContentBlock),
    Diff(Diff),
    /// The output of a terminal of the client, by the id of the terminal; only in version 1.
    Terminal(String),
    /// The session of a subagent, by its id.
    Session(String),
}

names! {
    /// The kind of operation of a tool.
    pub enum ToolKind {
        /// It reads.
        Read = "read",
        /// It changes files.
        Edit = "edit",
        /// It deletes.
        Delete = "delete",
        /// It moves or renames.
        Move = "move",
        /// It searches.
        Search = "search",
        /// It runs commands.
        Execute = "execute",
        /// It thinks.
        Think = "think",
        /// It fetches something from elsewhere.
        Fetch = "fetch",
        /// It switches the mode of the session.
        SwitchMode = "switch_mode",
        /// It does something else.
        Other = "other",
    }
}

names! {
    /// The progress of a call.
    pub enum ToolStatus {
        /// It has not begun: it is waiting for its arguments, or for permission.
        Pending = "pending",
        /// It runs.
        InProgress = "in_progress",
        /// It is done.
        Completed = "completed",
        /// It has failed.
        Failed = "failed",
        /// It was interrupted and can continue; only version 2 has it.
        Paused = "paused",
        /// It was cancelled; only version 2 has it.
        Cancelled = "cancelled",
    }
}

/// A change of a text file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diff {
    /// The file, as an absolute path.
    pub path: String,
    /// Its text before the change; `None` for a new file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_text: Option<String>,
    /// Its text after the change.
    pub new_text: String,
}

impl Diff {
    /// A change from one text to another.
    pub fn new(
        path: impl Into<String>,
        old_text: impl Into<String>,
        new_text: impl Into<String>,
    ) -> Self {
        let path = path.into();
        let old_text = Some(old_text.into());
        Self { path, old_text, new_text: new_text.into() }
    }

    /// A file that did not exist before.
    pub fn new_file(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), old_text: None, new_text: text.into() }
    }
}

/// A location that a call works on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolLocation {
    /// The file, as an absolute path.
    pub path: String,
    /// The line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

impl ToolLocation {
    /// A file, or a line of it, counted from 1.
    pub fn new(path: impl Into<String>, line: impl Into<Option<u64>>) -> Self {
        Self { path: path.into(), line: line.into() }
    }
}
