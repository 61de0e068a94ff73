//! Compaction: what an agent keeps of a conversation that has become too long for its model.
//!
//! Source: [ACP, "Schema", CompactionUpdate](https://agentclientprotocol.com/protocol/schema#compactionupdate).

use serde::{Deserialize, Serialize};

use super::names::names;
use mcp_runtime_protocol::ContentBlock;

/// A compaction of the conversation, or a change of one: members that are `None` have not changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CompactionUpdate {
    /// Its id.
    pub compaction_id: String,
    /// Its progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<CompactionStatus>,
    /// The summary that replaces the earlier conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Vec<ContentBlock>>,
    /// Why it has failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

names! {
    /// The progress of a compaction.
    pub enum CompactionStatus {
        /// It runs.
        InProgress = "in_progress",
        /// It is done.
        Completed = "completed",
        /// It has failed; the conversation is as it was.
        Failed = "failed",
        /// It was cancelled; the conversation is as it was.
        Cancelled = "cancelled",
    }
}

impl CompactionUpdate {
    pub(crate) fn new(id: &str, status: CompactionStatus) -> Self {
        Self { compaction_id: id.to_owned(), status: Some(status), summary: None, error: None }
    }
}
