//! Tool calls that an agent shows without a tool of this program.

use super::turn::Turn;
use crate::protocol::{
    Diff, SessionUpdate, ToolCall, ToolCallContent, ToolKind, ToolLocation, ToolStatus,
};
use mcp_runtime_protocol::{ContentBlock, Result};

/// A tool call to [show](Turn::show), for an agent whose tools are not those of this program. It is
/// shown as completed.
#[derive(Clone, Debug)]
#[must_use = "it is shown by `Turn::show`"]
pub struct ToolView(ToolCall);

impl ToolView {
    /// A call with a title: what it does, for people.
    pub fn new(title: impl Into<String>) -> Self {
        let (title, status) = (Some(title.into()), Some(ToolStatus::Completed));
        let kind = Some(ToolKind::Other);
        Self(ToolCall { title, kind, status, ..ToolCall::default() })
    }

    /// Sets the kind of operation, which selects the icon.
    pub fn kind(mut self, kind: ToolKind) -> Self {
        self.0.kind = Some(kind);
        self
    }

    /// Adds a file that it works on, or a line of it, counted from 1.
    pub fn at(mut self, path: impl Into<String>, line: impl Into<Option<u64>>) -> Self {
        let location = ToolLocation::new(path, line);
        self.0.locations.get_or_insert_default().push(location);
        self
    }

    /// Adds a change of a file.
    pub fn diff(self, diff: Diff) -> Self {
        self.with(ToolCallContent::Diff(diff))
    }

    /// Adds content: what it has produced.
    pub fn content(self, content: impl Into<ContentBlock>) -> Self {
        self.with(ToolCallContent::Content(content.into()))
    }

    /// Shows it as failed.
    pub fn failed(mut self) -> Self {
        self.0.status = Some(ToolStatus::Failed);
        self
    }

    fn with(mut self, content: ToolCallContent) -> Self {
        self.0.content.get_or_insert_default().push(content);
        self
    }
}

impl Turn {
    /// Shows a tool call that this program has not made by [`call`](Self::call), once it is over.
    ///
    /// ```
    /// use mcp_runtime::Result;
    /// use mcp_runtime_acp::{Diff, ToolKind, ToolView, Turn};
    ///
    /// async fn show(turn: &Turn) -> Result<()> {
    ///     let diff = Diff::new("/work/a.rs", "fn a() {}\n", "fn b() {}\n");
    ///     turn.show(ToolView::new("Rename a").kind(ToolKind::Edit).at("/work/a.rs", 1).diff(diff)).await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn show(&self, ToolView(mut call): ToolView) -> Result<()> {
        let session = self.session();
        for location in call.locations.iter_mut().flatten() {
            location.path = session.absolute(&location.path);
        }
        for content in call.content.iter_mut().flatten() {
            if let ToolCallContent::Diff(diff) = content {
                diff.path = session.absolute(&diff.path);
            }
        }
        (call.id, _) = self.begin_call();
        self.end_call(&call.id);
        self.update(&SessionUpdate::ToolCall(call)).await
    }
}
