//! How a tool call looks: of another program, of a question, or before it is made.

use serde::{Deserialize, Serialize};

use super::line_number::LineNumber;
use super::session::Session;
use super::turn::Turn;
use crate::protocol::{
    Diff, SessionUpdate, ToolCall, ToolCallContent, ToolKind, ToolLocation, ToolStatus,
};
use mcp_runtime::ToolPreview;
use mcp_runtime_protocol::{ContentBlock, Result};

/// How a tool call looks: one of another program, to [show](Turn::show) it; what a question [is
/// about](Turn::ask); or a call before it is made, as the function of `#[tool(preview = ..)]` returns
/// it.
///
/// ```
/// use mcp_runtime::{Result, tool};
/// use mcp_runtime_acp::{Diff, ToolView};
///
/// /// Writes a file.
/// #[tool(destructive, kind = "edit", preview = show_write)]
/// fn write(path: String, text: String) -> Result<()> {
///     # let _ = (path, text);
///     // The user has seen the change, and allowed it.
///     Ok(())
/// }
///
/// fn show_write(path: String, text: String) -> ToolView {
///     ToolView::default().at(&path, 1).diff(Diff::new_file(&path, text))
/// }
/// ```
///
/// The default says nothing: of a preview, the title and the kind are those of the tool.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[must_use = "it is shown only by `Turn::show` or `Turn::ask`, or as the preview of a tool"]
pub struct ToolView(ToolCall);

impl ToolPreview for ToolView {}

impl<T: Into<String>> From<T> for ToolView {
    fn from(title: T) -> Self {
        Self::new(title)
    }
}

impl ToolView {
    /// A call with a title: what it does, for people.
    pub fn new(title: impl Into<String>) -> Self {
        Self(ToolCall { title: Some(title.into()), ..ToolCall::default() })
    }

    /// Sets the kind of operation, which selects the icon.
    pub fn kind(mut self, kind: ToolKind) -> Self {
        self.0.kind = Some(kind);
        self
    }

    /// Adds a file that it works on, or a line of it, counted from 1.
    pub fn at(mut self, path: impl Into<String>, line: impl LineNumber) -> Self {
        let location = ToolLocation::new(path, line.number());
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

    /// The call, with the paths that it has in a session.
    pub(super) fn in_session(self, session: &Session) -> ToolCall {
        let Self(mut call) = self;
        for location in call.locations.iter_mut().flatten() {
            location.path = session.absolute(&location.path);
        }
        for content in call.content.iter_mut().flatten() {
            if let ToolCallContent::Diff(diff) = content {
                diff.path = session.absolute(&diff.path);
            }
        }
        call
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
    pub async fn show(&self, view: ToolView) -> Result<()> {
        let mut call = view.in_session(self.session());
        call.kind.get_or_insert(ToolKind::Other);
        call.status.get_or_insert(ToolStatus::Completed);
        (call.id, _) = self.begin_call();
        self.end_call(&call.id);
        self.update(&SessionUpdate::ToolCall(call)).await
    }
}
