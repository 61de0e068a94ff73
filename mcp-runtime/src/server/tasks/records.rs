//! The records of tasks in a store: how they are made, read and changed.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::key;
use super::record::{FORMAT, Head, StoredCall, TaskRecord};
use crate::jsonrpc::ErrorObject;
use crate::server::asking::TaskJournal;
use crate::store::{
    IndexChange, IndexEntry, IndexPage, RecordWrite, Store, StoreError, StoreKey, StoredRecord,
    WriteOutcome,
};

/// The parts of a record that every look needs.
const PARTS: &[&str] = &["head", "journal", "outcome"];

/// For how long a task that is over can still be read by those who are told so.
const AFTER: Duration = Duration::from_secs(30);

/// How often a task is looked at that runs elsewhere, and one that others may have changed.
pub(super) const LOOK: Duration = Duration::from_secs(2);

/// How often a change is tried that others get ahead of.
const TRIES: usize = 50;

/// How many tasks of dead processes are taken over at once.
const DUE: usize = 16;

pub(super) struct Records {
    store: Arc<dyn Store>,
}

impl Records {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    /// Makes a task, which is found as that of a dead process after `lease`.
    ///
    /// The indexes come first: an entry without a record does no harm.
    pub(super) async fn create(
        &self,
        id: &Arc<str>,
        head: &Head,
        call: &StoredCall,
        lease: Duration,
    ) -> Result<(), StoreError> {
        let ttl = Duration::from_millis(head.ttl);
        self.store.index(&due(), vec![IndexChange::set(Arc::clone(id), lease)]).await?;
        let owned = vec![IndexChange::DropPassed, IndexChange::set(Arc::clone(id), ttl)];
        self.store.index(&owned_by(head.owner.as_deref()), owned).await?;
        let write = RecordWrite::create()
            .set("head", json(head))
            .set("call", json(call))
            .ttl(ttl.saturating_add(AFTER));
        match self.put(&key(id), write).await? {
            WriteOutcome::Done { .. } => Ok(()),
            WriteOutcome::Conflict { .. } | WriteOutcome::Gone => {
                Err(StoreError::Refused("the id of the task is taken".to_owned()))
            }
        }
    }

    /// Reads a task that is still kept.
    pub(super) async fn read(&self, id: &str) -> Result<Option<TaskRecord>, StoreError> {
        Ok(self.read_any(id).await?.filter(|record| !record.is_expired()))
    }

    /// Reads a task, even where its time was over a moment ago.
    pub(super) async fn read_any(&self, id: &str) -> Result<Option<TaskRecord>, StoreError> {
        let found = self.store.get(&key(id), PARTS).await?;
        Ok(found.and_then(|found| task(id, found)).map(|(_, record)| record))
    }

    /// The call that a task began as.
    pub(super) async fn call(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        let found = self.store.get(&key(id), &["call"]).await?;
        let [call] = found.map(StoredRecord::into_parts).unwrap_or_default();
        Ok(call.and_then(|call| read(&call)))
    }

    /// Changes a task, unless `change` says that there is nothing to change; gives it as it is then.
    pub(super) async fn change(
        &self,
        id: &str,
        mut change: impl FnMut(&mut TaskRecord) -> bool,
    ) -> Result<Option<TaskRecord>, StoreError> {
        let key = key(id);
        for _ in 0..TRIES {
            let Some(found) = self.store.get(&key, PARTS).await? else { return Ok(None) };
            let Some((version, mut record)) = task(id, found) else { return Ok(None) };
            let (ttl, had_ended) = (record.head.ttl, record.outcome.is_some());
            if !change(&mut record) {
                return Ok(Some(record));
            }
            record.head.updated = record.now;
            let mut write = RecordWrite::update(version)
                .set("head", json(&record.head))
                .set("journal", json(&record.journal));
            if let Some(outcome) = record.outcome.as_ref().filter(|_| !had_ended) {
                write = write.set("outcome", json(outcome));
            }
            if ttl != record.head.ttl {
                write = write.ttl(record.left().saturating_add(AFTER));
            }
            match self.put(&key, write).await? {
                WriteOutcome::Done { .. } => return Ok(Some(record)),
                WriteOutcome::Conflict { .. } => tokio::task::yield_now().await,
                WriteOutcome::Gone => return Ok(None),
            }
        }
        Err(StoreError::Timeout)
    }

    /// Writes, and writes again where the answer may have been lost.
    async fn put(&self, key: &StoreKey, write: RecordWrite) -> Result<WriteOutcome, StoreError> {
        match self.store.put(key, write.clone()).await {
            Err(StoreError::Down(_) | StoreError::Timeout) => self.store.put(key, write).await,
            outcome => outcome,
        }
    }

    /// The task has ended: it is not looked after any more.
    pub(super) async fn set_ended(&self, id: &str) -> Result<(), StoreError> {
        self.store.index(&due(), vec![IndexChange::drop(id)]).await.map(drop)
    }

    /// Says that the process that runs these tasks lives.
    pub(super) async fn extend(&self, ids: &[Arc<str>], lease: Duration) -> Result<(), StoreError> {
        let changes = ids.iter().map(|id| IndexChange::extend(Arc::clone(id), lease)).collect();
        self.store.index(&due(), changes).await.map(drop)
    }

    /// Gives up what an earlier process had, where only one at a time can have it.
    pub(super) async fn begin(&self) -> Result<(), StoreError> {
        if self.store.is_shared() {
            return Ok(());
        }
        let entries = self.store.entries(&due(), IndexPage::oldest(usize::MAX)).await?;
        let now = |IndexEntry { name, .. }| IndexChange::set(name, Duration::ZERO);
        self.store.index(&due(), entries.into_iter().map(now).collect()).await.map(drop)
    }

    /// Takes tasks whose processes have not been heard of.
    pub(super) async fn due(&self, lease: Duration) -> Result<Vec<Arc<str>>, StoreError> {
        let due = self.store.due(&due(), DUE, lease).await?;
        Ok(due.into_iter().map(|entry| entry.name).collect())
    }

    /// Lets a task be taken over at once.
    pub(super) async fn release(&self, id: &Arc<str>) -> Result<(), StoreError> {
        let now = IndexChange::set(Arc::clone(id), Duration::ZERO);
        self.store.index(&due(), vec![now]).await.map(drop)
    }

    /// The tasks of an owner that are still kept, those that were made last first; at most so many are
    /// looked at.
    pub(super) async fn of(
        &self,
        owner: Option<&str>,
        most: usize,
    ) -> Result<Vec<TaskRecord>, StoreError> {
        let entries = self.store.entries(&owned_by(owner), IndexPage::newest(most)).await?;
        let mut records = Vec::new();
        for IndexEntry { name, .. } in entries {
            records.extend(self.read(&name).await?.filter(|of| of.head.owner.as_deref() == owner));
        }
        records.sort_by(|one, other| (other.made_at, &other.id).cmp(&(one.made_at, &one.id)));
        Ok(records)
    }
}

/// The index of tasks that run, by when their processes count as dead.
fn due() -> StoreKey {
    StoreKey::new("tasks", "due")
}

/// The index of the tasks of one owner, whose name is not for everybody who sees the keys.
fn owned_by(owner: Option<&str>) -> StoreKey {
    let digest: Option<[u8; 32]> = owner.map(|owner| Sha256::digest(owner.as_bytes()).into());
    let digest = digest.and_then(|digest| digest.first_chunk::<16>().copied());
    let name = digest.map(|digest| format!("{:032x}", u128::from_be_bytes(digest)));
    StoreKey::new("owner", name.as_deref().unwrap_or("anonymous"))
}

/// A task, with the version of its record; `None` for what this version of the program cannot read.
fn task(id: &str, found: StoredRecord) -> Option<(u64, TaskRecord)> {
    let StoredRecord { version, made_at, now, .. } = found;
    let [head, journal, outcome] = found.into_parts();
    let head: Head = read(&head?)?;
    if head.format != FORMAT {
        return None;
    }
    let journal = journal.map_or_else(|| Some(TaskJournal::default()), |journal| read(&journal))?;
    let outcome = match outcome {
        Some(outcome) => Some(read(&outcome)?),
        None => None,
    };
    Some((version, TaskRecord { id: id.into(), made_at, now, head, journal, outcome }))
}

fn read<T: DeserializeOwned>(json: &[u8]) -> Option<T> {
    serde_json::from_slice(json)
        .inspect_err(|error| tracing::error!(%error, "the record of a task cannot be read"))
        .ok()
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_else(|error| {
        tracing::error!(%error, "the record of a task is not JSON");
        Vec::new()
    })
}

/// What a client is told whose request needs a store that does not answer.
///
/// Not that there is no such task: hosts would take the task for cancelled.
pub(super) fn unavailable(error: &StoreError) -> ErrorObject {
    tracing::error!(%error, "tasks are not available");
    busy("tasks are not available now; try again later")
}

/// An error after which it is worth trying again.
pub(super) fn busy(text: &'static str) -> ErrorObject {
    let mut error = ErrorObject::internal(text);
    error.data = Some(serde_json::json!({ "retryAfterMs": 1000 }));
    error
}
