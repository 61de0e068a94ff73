//! Tool calls, as an agent reports them.
//!
//! Source: [ACP, "Tool Calls"](https://agentclientprotocol.com/protocol/tool-calls).

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::names::names;
use mcp_runtime_protocol::ContentBlock;

/// A tool call that begins, or an update to one: members that are `None` have not changed.
///
/// ```
/// use mcp_runtime_acp::client::{ToolCall, ToolStatus, Update};
///
/// /// Keeps what is known of the call that runs.
/// fn follow(running: &mut Option<ToolCall>, update: Update) {
///     match (update, running) {
///         (Update::ToolCall(change), Some(call)) if change.id == call.id => call.apply(change),
///         (Update::ToolCall(new), running) => *running = Some(new),
///         _ => {}
///     }
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolCall {
    /// The id of the call.
    #[serde(rename = "toolCallId")]
    pub id: String,
    /// A human-readable title of what the call does.
    #[serde(default)]
    pub title: Option<String>,
    /// The name of the tool.
    #[serde(default)]
    pub name: Option<String>,
    /// The kind of operation.
    #[serde(default)]
    pub kind: Option<ToolKind>,
    /// Its progress.
    #[serde(default)]
    pub status: Option<ToolStatus>,
    /// What it has produced.
    #[serde(default)]
    pub content: Option<Vec<ToolContent>>,
    /// The files that it works on.
    #[serde(default)]
    pub locations: Option<Vec<ToolLocation>>,
    /// The arguments.
    #[serde(default)]
    pub raw_input: Option<Value>,
    /// The result.
    #[serde(default)]
    pub raw_output: Option<Value>,
}

impl ToolCall {
    /// Applies an update.
    pub fn apply(&mut self, change: Self) {
        fn replace<T>(old: &mut Option<T>, new: Option<T>) {
            if new.is_some() {
                *old = new;
            }
        }
        replace(&mut self.title, change.title);
        replace(&mut self.name, change.name);
        replace(&mut self.kind, change.kind);
        replace(&mut self.status, change.status);
        replace(&mut self.content, change.content);
        replace(&mut self.locations, change.locations);
        replace(&mut self.raw_input, change.raw_input);
        replace(&mut self.raw_output, change.raw_output);
    }

    /// The texts that it has produced, joined by newlines.
    #[must_use]
    pub fn text(&self) -> String {
        let content = self.content.iter().flatten();
        let texts: Vec<&str> = content
            .filter_map(|content| match content {
                ToolContent::Content(block) => block.as_text(),
                _ => None,
            })
            .collect();
        texts.join("\n")
    }
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

/// What a call has produced.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ToolContent {
    /// Content, as in messages.
    Content(ContentBlock),
    /// A change of a file.
    Diff(Diff),
    /// The output of a terminal, by its id.
    Terminal(String),
    /// A content type that this client does not know.
    Unknown(Value),
}

/// A change of a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diff {
    /// The file.
    pub path: String,
    /// Its text before the change; `None` for a new file.
    #[serde(default)]
    pub old_text: Option<String>,
    /// Its text after the change.
    pub new_text: String,
}

/// A location that a call works on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct ToolLocation {
    /// The file.
    pub path: String,
    /// The line, counted from 1.
    #[serde(default)]
    pub line: Option<u64>,
}

impl<'de> Deserialize<'de> for ToolContent {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
        enum KnownContent {
            Content { content: ContentBlock },
            Diff(Diff),
            Terminal { terminal_id: String },
        }
        let value = Value::deserialize(from)?;
        Ok(match KnownContent::deserialize(&value) {
            Ok(KnownContent::Content { content }) => Self::Content(content),
            Ok(KnownContent::Diff(diff)) => Self::Diff(diff),
            Ok(KnownContent::Terminal { terminal_id }) => Self::Terminal(terminal_id),
            Err(_) => Self::Unknown(value),
        })
    }
}
