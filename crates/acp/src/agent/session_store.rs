//! Sessions in a store, where they outlive their process.
//!
//! A session is a record, its history is a log with an entry for each turn, and an index lists all
//! sessions by the time of their last change.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::stored_session::{Head, HistoryEntry, MAX_HISTORY};
use mcp_runtime::store::{
    IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome, RecordWrite, Store,
    StoreError, StoreKey, WriteOutcome,
};

/// How long a session is kept after its last change, by default.
pub(crate) const SESSION_TTL: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How many entries are read at once.
const ENTRIES_PER_READ: usize = 64;

/// The store for the sessions of an agent.
pub(super) struct SessionStore {
    store: Arc<dyn Store>,
    keep: Duration,
}

impl SessionStore {
    /// A store that keeps each session for a duration after its last change.
    pub(super) fn new(store: impl Store, keep: Duration) -> Self {
        Self { store: Arc::new(store), keep }
    }

    /// Stores a new session.
    pub(super) async fn create(&self, id: &str, head: &Head) -> Result<(), StoreError> {
        let write = self.write(RecordWrite::create(), head)?;
        self.store.put(&record(id), write).await?;
        self.touch(id).await
    }

    /// Stores what has changed in a session, unless it has been deleted.
    pub(super) async fn save(
        &self,
        id: &str,
        head: &Head,
        entry: Option<&HistoryEntry>,
    ) -> Result<(), StoreError> {
        let write = self.write(RecordWrite::touch(), head)?;
        if self.store.put(&record(id), write).await? == WriteOutcome::Gone {
            return Ok(());
        }
        if let Some(HistoryEntry { number, updates }) = entry {
            let bytes = serde_json::to_vec(updates).map_err(|error| store_error(&error))?;
            let entries = vec![LogEntry { number: *number, bytes: bytes.into() }];
            let append = LogAppend { entries, keep: MAX_HISTORY, ttl: self.keep };
            let outcome = self.store.append(&history(id), append).await?;
            if let LogOutcome::Behind { .. } = outcome {
                let why = "another process continues with this session";
                return Err(StoreError::Refused(why.to_owned()));
            }
        }
        self.touch(id).await
    }

    /// Returns the head of a session and its history; `None` if there is no such session.
    pub(super) async fn load(
        &self,
        id: &str,
    ) -> Result<Option<(Head, Vec<HistoryEntry>)>, StoreError> {
        let Some(mut head) = self.head(id).await? else { return Ok(None) };
        let mut stored: Vec<HistoryEntry> = Vec::new();
        loop {
            let last = stored.last().map_or(0, |entry| entry.number);
            let entries = self.store.log(&history(id), last, ENTRIES_PER_READ).await?;
            if entries.is_empty() {
                break;
            }
            for LogEntry { number, bytes } in entries {
                let updates =
                    serde_json::from_slice(&bytes).map_err(|error| store_error(&error))?;
                stored.push(HistoryEntry { number, updates });
            }
        }
        // The store has evicted the first entries.
        head.is_cut |= stored.first().is_some_and(|entry| entry.number != 1);
        Ok(Some((head, stored)))
    }

    /// Removes a session, if it exists.
    pub(super) async fn remove(&self, id: &str) -> Result<(), StoreError> {
        self.store.remove(&record(id)).await?;
        self.store.remove(&history(id)).await?;
        self.store.index(&all(), vec![IndexChange::drop(id)]).await.map(drop)
    }

    /// Some sessions, the most recently changed first, and where the next page begins.
    pub(super) async fn list(
        &self,
        cwd: Option<&Path>,
        mut after: Option<IndexEntry>,
        most: usize,
    ) -> Result<(Vec<(Arc<str>, Head)>, Option<IndexEntry>), StoreError> {
        let mut listed = Vec::new();
        loop {
            let page =
                IndexPage { newest_first: true, after: after.take(), most: ENTRIES_PER_READ };
            let entries = self.store.entries(&all(), page).await?;
            let is_last = entries.len() < ENTRIES_PER_READ;
            for entry in entries {
                if listed.len() == most {
                    return Ok((listed, after));
                }
                if let Some(head) = self.head(&entry.name).await?
                    && cwd.is_none_or(|cwd| head.cwd == cwd)
                {
                    listed.push((Arc::clone(&entry.name), head));
                }
                after = Some(entry);
            }
            if is_last {
                return Ok((listed, None));
            }
        }
    }

    async fn head(&self, id: &str) -> Result<Option<Head>, StoreError> {
        let Some(record) = self.store.get(&record(id), &["head"]).await? else { return Ok(None) };
        let [head] = record.into_parts();
        let head =
            head.map(|head| serde_json::from_slice(&head).map_err(|error| store_error(&error)));
        head.transpose()
    }

    fn write(&self, write: RecordWrite, head: &Head) -> Result<RecordWrite, StoreError> {
        let head = serde_json::to_vec(head).map_err(|error| store_error(&error))?;
        Ok(write.set("head", head).ttl(self.keep))
    }

    /// Moves a session to the front of the index.
    async fn touch(&self, id: &str) -> Result<(), StoreError> {
        let changes = vec![IndexChange::DropPassed, IndexChange::set(id, self.keep)];
        self.store.index(&all(), changes).await.map(drop)
    }
}

fn record(id: &str) -> StoreKey {
    StoreKey::new("agent-session", id)
}

fn history(id: &str) -> StoreKey {
    StoreKey::new("agent-history", id)
}

fn all() -> StoreKey {
    StoreKey::new("agent-sessions", "all")
}

fn store_error(error: &serde_json::Error) -> StoreError {
    StoreError::Refused(error.to_string())
}
