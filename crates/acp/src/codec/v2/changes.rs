//! Changes of files in version 2: what happened to them, with a patch.
//!
//! Source: [ACP, version 2, "Schema", Diff](https://agentclientprotocol.com/protocol/v2/schema#diff).

use std::time::Duration;

use serde_json::{Value, json};
use similar::TextDiff;

use crate::codec::tool_call::{WireCall, WireDiff};
use crate::protocol::{Diff, ToolCall};

/// How long the smallest patch is searched for; then one is taken that is not the smallest.
const SEARCH: Duration = Duration::from_millis(50);

impl<'a> WireCall<'a> {
    /// A call whose changes of files have a patch.
    pub(super) fn with_changes(call: &'a ToolCall) -> Self {
        Self::of(call, |diff| WireDiff::Changes(changes(diff)))
    }
}

/// What happened to the file, and how its text has changed.
fn changes(diff: &Diff) -> Value {
    let operation = if diff.old_text.is_some() { "modify" } else { "add" };
    json!({
        "changes": [{ "operation": operation, "path": diff.path, "fileType": "text" }],
        "patch": { "format": "git_patch", "text": patch(diff) },
    })
}

/// The change as `git diff` prints it.
fn patch(Diff { path, old_text, new_text }: &Diff) -> String {
    let path = path.trim_start_matches('/');
    let (old, new) = (format!("a/{path}"), format!("b/{path}"));
    let head = format!("diff --git {old} {new}\n");
    let (kind, old) = match old_text {
        Some(_) => ("", old.as_str()),
        None => ("new file mode 100644\n", "/dev/null"),
    };
    let lines = TextDiff::configure()
        .timeout(SEARCH)
        .diff_lines(old_text.as_deref().unwrap_or_default(), new_text);
    let hunks = lines.unified_diff().header(old, &new).to_string();
    format!("{head}{kind}{hunks}")
}
