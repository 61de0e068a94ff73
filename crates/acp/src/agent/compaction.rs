//! Compaction: an agent replaces a conversation that is too long for its model by a summary.

use mcp_runtime_protocol::sync::Mutex;

use super::history::push_chunk;
use super::turn::Turn;
use crate::protocol::{CompactionStatus, CompactionUpdate, SessionUpdate};
use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::Result;
use mcp_runtime_protocol::debug::short_debug;

/// A compaction of the conversation that has begun, which clients show where it has. One that is
/// dropped is shown as cancelled.
///
/// ```
/// use mcp_runtime::Result;
/// use mcp_runtime_acp::Turn;
///
/// async fn compact(turn: &Turn) -> Result<()> {
///     let compaction = turn.compaction().await?;
///     compaction.summary("We have fixed ").await?;
///     compaction.summary("the parser.").await?;
///     compaction.done().await
/// }
/// ```
///
/// Source: [ACP, "Schema", CompactionUpdate](https://agentclientprotocol.com/protocol/schema#compactionupdate).
#[must_use = "a compaction that is dropped is cancelled"]
pub struct Compaction {
    turn: Turn,
    id: String,
    summary: Mutex<Vec<ContentBlock>>,
}

short_debug!(Compaction { id });

impl Turn {
    /// Begins to compact the conversation.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn compaction(&self) -> Result<Compaction> {
        self.wait_for_room().await?;
        let id = self.begin_compaction();
        let begins = CompactionUpdate::new(&id, CompactionStatus::InProgress);
        self.write(&SessionUpdate::Compaction(begins))?;
        Ok(Compaction { turn: self.clone(), id, summary: Mutex::default() })
    }

    /// Shows that the conversation has been compacted to a summary, which replaces it in
    /// [`Session::conversation`](crate::Session::conversation).
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn compacted(&self, summary: impl Into<ContentBlock>) -> Result<()> {
        let compaction = self.compaction().await?;
        compaction.summary(summary).await?;
        compaction.done().await
    }
}

impl Compaction {
    /// Adds a chunk to the summary.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn summary(&self, content: impl Into<ContentBlock>) -> Result<()> {
        let content = content.into();
        push_chunk(&mut self.summary.lock(), content.clone());
        let compaction = self.id.clone();
        self.turn.notify(&SessionUpdate::CompactionSummary { compaction, content }).await
    }

    /// Ends it: from now on, the summary stands for the conversation before it.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn done(self) -> Result<()> {
        self.turn.wait_for_room().await?;
        self.end(CompactionStatus::Completed, None)
    }

    /// Ends it without a result: the conversation stays as it is.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn failed(self, reason: impl Into<String>) -> Result<()> {
        self.turn.wait_for_room().await?;
        self.end(CompactionStatus::Failed, Some(reason.into()))
    }

    /// The client has had the summary in chunks; whoever loads the session gets it whole.
    fn end(&self, status: CompactionStatus, error: Option<String>) -> Result<()> {
        if !self.turn.end_compaction(&self.id) {
            return Ok(());
        }
        let summary = std::mem::take(&mut *self.summary.lock());
        let has_summary = status == CompactionStatus::Completed && !summary.is_empty();
        let ended = CompactionUpdate { error, ..CompactionUpdate::new(&self.id, status) };
        let summary = has_summary.then_some(summary);
        let kept = CompactionUpdate { summary, ..ended.clone() };
        self.turn.send_as(&SessionUpdate::Compaction(kept), &SessionUpdate::Compaction(ended))
    }
}

impl Drop for Compaction {
    fn drop(&mut self) {
        // It has been ended with the turn if that is over.
        let _ = self.end(CompactionStatus::Cancelled, None);
    }
}
