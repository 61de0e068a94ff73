//! Tool calls, as an agent reports them.
//!
//! Source: [ACP, "Tool Calls"](https://agentclientprotocol.com/protocol/tool-calls).

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::protocol::{Diff, ToolKind, ToolLocation, ToolStatus};
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

/// What a call has produced.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ToolContent {
    /// Content, as in messages.
    Content(ContentBlock),
    /// A change of a file.
    Diff(Diff),
    /// Changes of files; only version 2 has them.
    Changes {
        /// The files.
        files: Vec<FileChange>,
        /// How their texts change, as `git diff` prints it.
        patch: Option<String>,
    },
    /// The output of a terminal, by its id.
    Terminal(String),
    /// The session of a subagent, by its id.
    Session(String),
    /// A content type that this client does not know.
    Unknown(Value),
}

/// A file that a call changes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FileChange {
    /// What happens to it: `add`, `delete`, `modify`, `move` or `copy`.
    pub operation: String,
    /// The file, as an absolute path.
    pub path: String,
    /// Where it was before, if it is moved or copied.
    #[serde(default)]
    pub old_path: Option<String>,
}

impl<'de> Deserialize<'de> for ToolContent {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
        enum KnownContent {
            Content { content: ContentBlock },
            Diff(KnownDiff),
            Terminal { terminal_id: String },
            Session { session_id: String },
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum KnownDiff {
            Texts(Diff),
            Changes { changes: Vec<FileChange>, patch: Option<Patch> },
        }
        #[derive(Deserialize)]
        struct Patch {
            text: String,
        }
        let value = Value::deserialize(from)?;
        Ok(match KnownContent::deserialize(&value) {
            Ok(KnownContent::Content { content }) => Self::Content(content),
            Ok(KnownContent::Diff(KnownDiff::Texts(diff))) => Self::Diff(diff),
            Ok(KnownContent::Diff(KnownDiff::Changes { changes: files, patch })) => {
                Self::Changes { files, patch: patch.map(|patch| patch.text) }
            }
            Ok(KnownContent::Session { session_id }) => Self::Session(session_id),
            Ok(KnownContent::Terminal { terminal_id }) => Self::Terminal(terminal_id),
            Err(_) => Self::Unknown(value),
        })
    }
}
