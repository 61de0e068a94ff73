//! Results on their way out: stamped, then shaped for a revision.

use std::sync::Arc;

use serde::Serialize;

use super::{
    CallToolResult, CompleteResult, DiscoverResult, EmptyResult, GetPromptResult, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    ProtocolVersion, ReadResourceResult, ResultType, Revise,
};

/// A result that a server sends.
pub(crate) trait Outgoing: Serialize + Revise + Sized {
    /// Says what the result is and who made it, where it does not say so already.
    fn stamp(&mut self, server: &Arc<Implementation>);

    /// The result as it is in a revision.
    ///
    /// Source: 2026-07-28, "Results"; before, a result said nothing of itself.
    fn shaped(mut self, version: ProtocolVersion, server: &Arc<Implementation>) -> Self {
        if version.is_modern() {
            self.stamp(server);
        } else {
            self.revise(version);
        }
        self
    }
}

macro_rules! outgoing {
    ($($result:ty),* $(,)?) => {
        $(impl Outgoing for $result {
            fn stamp(&mut self, server: &Arc<Implementation>) {
                self.result_type.get_or_insert(ResultType::Complete);
                self.meta.server_info.get_or_insert_with(|| Arc::clone(server));
            }
        })*
    };
}

outgoing! {
    CallToolResult, CompleteResult, DiscoverResult, EmptyResult, GetPromptResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    ReadResourceResult,
}
