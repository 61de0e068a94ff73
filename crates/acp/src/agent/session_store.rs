//! Sessions in a store, where they outlive their process.
//!
//! A session is a record, its history is a log with an entry for each turn, and an index lists all
//! sessions by the time of their last change. An entry that begins with `null` replaces those before it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::stored_session::{Head, HistoryEntry, MAX_HISTORY, StoredSession};
use crate::protocol::SystemPrompt;
use mcp_runtime::store::{
    IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome, RecordWrite, Store,
    StoreError, StoreKey, StoredRecord, WriteOutcome,
};

/// How long a session is kept after its last change, by default.
pub(crate) const SESSION_TTL: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The field of a session's record that has its system prompt, which lists do not read.
const SYSTEM_PROMPT: &str = "system_prompt";

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
    pub(super) async fn create(
        &self,
        id: &str,
        head: &Head,
        system_prompt: Option<&SystemPrompt>,
    ) -> Result<(), StoreError> {
        let mut write = self.write(RecordWrite::create(), head)?;
        if let Some(prompt) = system_prompt {
            write = write.set(SYSTEM_PROMPT, json(prompt)?);
        }
        self.store.put(&record(id), write).await?;
        self.touch(id).await
    }

    /// Stores a system prompt in place of the one before, unless the session has been deleted.
    pub(super) async fn set_system_prompt(
        &self,
        id: &str,
        prompt: &SystemPrompt,
    ) -> Result<(), StoreError> {
        let write = RecordWrite::touch().set(SYSTEM_PROMPT, json(prompt)?).ttl(self.keep);
        self.store.put(&record(id), write).await.map(drop)
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
        if let Some(entry) = entry {
            let bytes = json(&written(entry))?;
            let keep = if entry.is_whole { bytes.len() } else { MAX_HISTORY };
            let entries = vec![LogEntry { number: entry.number, bytes: bytes.into() }];
            let append = LogAppend { entries, keep, ttl: self.keep };
            let outcome = self.store.append(&history(id), append).await?;
            if let LogOutcome::Behind { .. } = outcome {
                let why = "another process has continued this session";
                return Err(StoreError::Refused(why.to_owned()));
            }
        }
        self.touch(id).await
    }

    /// Returns a session; `None` if there is no such session.
    pub(super) async fn load(&self, id: &str) -> Result<Option<StoredSession>, StoreError> {
        let fields = self.store.get(&record(id), &["head", SYSTEM_PROMPT]).await?;
        let Some([Some(head), system_prompt]) = fields.map(StoredRecord::into_parts) else {
            return Ok(None);
        };
        let mut head: Head = read(&head)?;
        let system_prompt = system_prompt.map(|prompt| read(&prompt)).transpose()?;
        let mut stored: Vec<HistoryEntry> = Vec::new();
        loop {
            let last = stored.last().map_or(0, |entry| entry.number);
            let entries = self.store.log(&history(id), last, ENTRIES_PER_READ).await?;
            if entries.is_empty() {
                break;
            }
            for LogEntry { number, bytes } in entries {
                let updates: Vec<Option<Arc<RawValue>>> = read(&bytes)?;
                let is_whole = matches!(updates.first(), Some(None));
                if is_whole {
                    stored.clear();
                }
                let updates = updates.into_iter().flatten().collect();
                stored.push(HistoryEntry { number, updates, is_whole });
            }
        }
        // The store has evicted the first entries.
        head.is_cut |= stored.first().is_some_and(|entry| entry.number != 1);
        Ok(Some(StoredSession { head, system_prompt, entries: stored }))
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
        head.map(|head| read(&head)).transpose()
    }

    fn write(&self, write: RecordWrite, head: &Head) -> Result<RecordWrite, StoreError> {
        Ok(write.set("head", json(head)?).ttl(self.keep))
    }

    /// Moves a session to the front of the index.
    async fn touch(&self, id: &str) -> Result<(), StoreError> {
        let changes = vec![IndexChange::DropPassed, IndexChange::set(id, self.keep)];
        self.store.index(&all(), changes).await.map(drop)
    }
}

/// An entry, as it is stored.
fn written(entry: &HistoryEntry) -> Vec<Option<&RawValue>> {
    let mark = entry.is_whole.then_some(None);
    mark.into_iter().chain(entry.updates.iter().map(|update| Some(&**update))).collect()
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

fn json(value: &(impl Serialize + ?Sized)) -> Result<Vec<u8>, StoreError> {
    serde_json::to_vec(value).map_err(|error| store_error(&error))
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(bytes).map_err(|error| store_error(&error))
}

fn store_error(error: &serde_json::Error) -> StoreError {
    StoreError::Refused(error.to_string())
}
