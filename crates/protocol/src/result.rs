//! Operations that all results share when they are sent.

use std::sync::Arc;

use serde::Serialize;

use super::{
    base::ResultType,
    completion::CompleteResult,
    discover::DiscoverResult,
    input::InputRequiredResult,
    meta::ServerInfo,
    older_revisions::Revise,
    params::EmptyResult,
    prompts::{GetPromptResult, ListPromptsResult},
    protocol_version::ProtocolVersion,
    resources::{ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult},
    subscriptions::SubscriptionsListenResult,
    tasks_extension::DetailedTask,
    tool_result::CallToolResult,
    tools::ListToolsResult,
};

/// A result that a server sends in any revision.
pub trait SendResult: Serialize + Revise + Sized {
    /// Sets the result type, unless it is set, and the identity of the server.
    fn stamp(&mut self, server: &Arc<ServerInfo>);

    /// Shapes the result for a revision.
    fn shape(&mut self, version: ProtocolVersion, server: &Arc<ServerInfo>) -> &Self {
        if version.is_modern() {
            self.stamp(server);
        }
        self.revise(version);
        self
    }

    /// Appends the result as JSON.
    ///
    /// # Errors
    ///
    /// When a part of it cannot be serialized.
    fn write(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
        serde_json::to_writer(out, self)
    }
}

macro_rules! send_complete {
    ($($result:ty $(: $write:path)?),* $(,)?) => {$(
        impl SendResult for $result {
            #[inline]
            fn stamp(&mut self, server: &Arc<ServerInfo>) {
                self.result_type.get_or_insert(ResultType::Complete);
                self.meta.server_info.get_or_insert_with(|| Arc::clone(server));
            }
            $(
                fn write(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
                    $write(self, out)
                }
            )?
        }
    )*};
}

send_complete!(
    CallToolResult: CallToolResult::write_json,
    CompleteResult,
    DetailedTask,
    DiscoverResult,
    EmptyResult,
    GetPromptResult,
    ListPromptsResult,
    ListResourceTemplatesResult,
    ListResourcesResult,
    ListToolsResult,
    ReadResourceResult,
    SubscriptionsListenResult,
);

impl SendResult for InputRequiredResult {
    fn stamp(&mut self, server: &Arc<ServerInfo>) {
        self.meta.server_info.get_or_insert_with(|| Arc::clone(server));
    }
}
