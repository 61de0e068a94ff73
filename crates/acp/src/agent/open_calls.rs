//! The tool calls that the client has been notified of, and that have not ended.

use std::collections::BTreeMap;

use crate::protocol::ToolCallContent;
use mcp_runtime::Cancelled;
use mcp_runtime::internal::cancel;
use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::sync::Mutex;

/// The open calls of a session, by their ids.
#[derive(Default)]
pub(super) struct OpenCalls(Mutex<BTreeMap<String, OpenCall>>);

#[derive(Default)]
struct OpenCall {
    cancelled: Cancelled,
    /// What stays in it, whatever it produces: terminals, and changes of files.
    shown: Vec<ToolCallContent>,
}

impl OpenCalls {
    /// Begins a call, and returns the handle that cancels it.
    pub(super) fn begin(&self, id: &str) -> Cancelled {
        let call = OpenCall::default();
        let cancelled = call.cancelled.clone();
        self.0.lock().insert(id.to_owned(), call);
        cancelled
    }

    pub(super) fn end(&self, id: &str) {
        self.0.lock().remove(id);
    }

    /// Cancels a call; returns whether it was open.
    pub(super) fn cancel(&self, id: &str) -> bool {
        self.0.lock().get(id).inspect(|call| cancel(&call.cancelled)).is_some()
    }

    /// Shows something in a call, from now on.
    pub(super) fn show(&self, id: &str, content: ToolCallContent) {
        if let Some(call) = self.0.lock().get_mut(id) {
            call.shown.push(content);
        }
    }

    /// The content of a call: what stays in it, followed by `more`.
    pub(super) fn content(
        &self,
        id: &str,
        more: impl IntoIterator<Item = ContentBlock>,
    ) -> Vec<ToolCallContent> {
        let calls = self.0.lock();
        let shown = calls.get(id).into_iter().flat_map(|call| &call.shown).cloned();
        shown.chain(more.into_iter().map(ToolCallContent::Content)).collect()
    }

    /// Removes all open calls, and returns their ids.
    pub(super) fn take(&self) -> impl Iterator<Item = String> {
        std::mem::take(&mut *self.0.lock()).into_keys()
    }
}
