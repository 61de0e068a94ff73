//! Creates, reads and changes the records of tasks in a store.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::key;
use super::record::{FORMAT, Head, StoredCall, TaskRecord};
use super::shares::{NoRoom, RecordSize};
use crate::jsonrpc::ErrorObject;
use crate::server::asking::TaskJournal;
use crate::store::{
    IndexChange, IndexEntry, IndexPage, RecordWrite, Store, StoreError, StoreKey, StoredRecord,
    WriteOutcome,
};

/// The parts of a record that every read needs.
const PARTS: &[&str] = &["head", "journal", "outcome"];

/// How long an expired task can still be read by clients that are notified of it.
pub(super) const READABLE_AFTER_END: Duration = Duration::from_secs(30);

/// The interval for polling tasks that run elsewhere, or that others may have changed.
pub(super) const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// The maximum number of attempts to write a change that conflicts with others.
const MAX_WRITE_ATTEMPTS: usize = 50;

/// The maximum number of tasks of dead processes that are taken over at once.
pub(super) const MAX_TAKEN_OVER: usize = 16;

/// The error of a task whose record was changed from outside.
pub(super) const DAMAGED: &str = "the stored record of the task was modified from outside";

/// A change to a record; `false` leaves it as it is. It may run again if the record has changed in
/// the meantime. A reference, so that the code around it is compiled once.
pub(super) type Change<'c> = &'c mut (dyn FnMut(&mut TaskRecord) -> bool + Send);

/// Why a record was not changed.
pub(super) enum ChangeError {
    Store(StoreError),
    /// The quota of the caller is used up.
    NoRoom(NoRoom),
}

impl From<ChangeError> for StoreError {
    #[inline]
    fn from(why: ChangeError) -> Self {
        match why {
            ChangeError::Store(error) => error,
            ChangeError::NoRoom(hit) => Self::Refused(hit.text()),
        }
    }
}

impl From<StoreError> for ChangeError {
    #[inline]
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

pub(super) struct Records {
    store: Arc<dyn Store>,
}

impl Records {
    #[inline]
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    /// Creates a task; after `lease`, it counts as one of a dead process unless that is extended.
    ///
    /// The indexes are written first: an entry without a record does no harm.
    #[inline]
    pub(super) async fn create(
        &self,
        id: &Arc<str>,
        head: &Head,
        call: Option<&[u8]>,
        known: Option<&TaskJournal>,
        lease: Duration,
    ) -> Result<(), StoreError> {
        let ttl = Duration::from_millis(head.ttl);
        self.store.index(&due(), vec![IndexChange::set(Arc::clone(id), lease)]).await?;
        let owned = vec![IndexChange::DropPassed, IndexChange::set(Arc::clone(id), ttl)];
        self.store.index(&owned_by(head.owner.as_deref()), owned).await?;
        let mut write = RecordWrite::create()
            .set("head", json(head))
            .ttl(ttl.saturating_add(READABLE_AFTER_END));
        if let Some(call) = call {
            write = write.set("call", call);
        }
        if let Some(known) = known {
            write = write.set("journal", json(known));
        }
        match self.put(&key(id), write).await? {
            WriteOutcome::Done { .. } => Ok(()),
            WriteOutcome::Conflict { .. } | WriteOutcome::Gone => {
                Err(StoreError::Refused("a task with this id already exists".to_owned()))
            }
        }
    }

    /// Reads a task that has not expired.
    #[inline]
    pub(super) async fn read(&self, id: &str) -> Result<Option<TaskRecord>, StoreError> {
        Ok(self.read_any(id).await?.filter(|record| !record.is_expired()))
    }

    /// Reads a task, even if it has just expired.
    #[inline]
    pub(super) async fn read_any(&self, id: &str) -> Result<Option<TaskRecord>, StoreError> {
        self.find(id).await?.map(|found| Self::decode(id, found)).transpose()
    }

    /// The stored version of a task, without its content.
    #[inline]
    pub(super) async fn state(&self, id: &str) -> Result<Option<StoredRecord>, StoreError> {
        self.store.get(&key(id), &[]).await
    }

    /// The stored record of a task.
    #[inline]
    pub(super) async fn find(&self, id: &str) -> Result<Option<StoredRecord>, StoreError> {
        self.store.get(&key(id), PARTS).await
    }

    /// Decodes a task from its record.
    ///
    /// # Errors
    ///
    /// If this version of the program cannot read it. Another version may: the task is not gone.
    #[inline]
    pub(super) fn decode(id: &str, found: StoredRecord) -> Result<TaskRecord, StoreError> {
        Ok(task(id, found)?.1)
    }

    /// The call that became the task.
    #[inline]
    pub(super) async fn call(&self, id: &str) -> Result<Option<StoredCall>, StoreError> {
        let found = self.store.get(&key(id), &["call"]).await?;
        let [call] = found.map(StoredRecord::into_parts).unwrap_or_default();
        Ok(call.and_then(|call| read(&call)))
    }

    /// Changes a task, unless `change` returns `false`; returns the task in its current state.
    #[inline]
    pub(super) async fn change(
        &self,
        id: &str,
        change: Change<'_>,
        mut reserve: impl FnMut(RecordSize) -> Result<(), NoRoom>,
    ) -> Result<Option<TaskRecord>, ChangeError> {
        let key = key(id);
        for _ in 0..MAX_WRITE_ATTEMPTS {
            let Some(found) = self.store.get(&key, PARTS).await? else { return Ok(None) };
            let (version, mut record) = task(id, found)?;
            if record.head.format != FORMAT {
                return Err(unreadable().into());
            }
            let ttl = record.head.ttl;
            let had_ended = record.outcome.is_some();
            if !change(&mut record) {
                return Ok(Some(record));
            }
            record.head.updated = record.now;
            let mut write = RecordWrite::update(version).set("head", json(&record.head));
            record.size.is_terminal = record.head.stage.is_terminal();
            if record.size.is_terminal {
                // It is not run again.
                write = write.drop("call").drop("journal");
            } else {
                let journal = json(&record.journal);
                record.size.journal = journal.len();
                write = write.set("journal", journal);
            }
            if let Some(outcome) = record.outcome.as_ref().filter(|_| !had_ended) {
                let outcome = json(outcome);
                record.size.outcome = outcome.len();
                write = write.set("outcome", outcome);
            }
            let is_longer = ttl != record.head.ttl;
            if is_longer {
                write = write.ttl(record.left().saturating_add(READABLE_AFTER_END));
            }
            reserve(record.size).map_err(ChangeError::NoRoom)?;
            match self.put(&key, write).await? {
                WriteOutcome::Done { .. } if is_longer => {
                    let owned = IndexChange::extend(id, record.left());
                    self.store.index(&owned_by(record.head.owner.as_deref()), vec![owned]).await?;
                    return Ok(Some(record));
                }
                WriteOutcome::Done { .. } => return Ok(Some(record)),
                WriteOutcome::Conflict { .. } => tokio::task::yield_now().await,
                WriteOutcome::Gone => return Ok(None),
            }
        }
        Err(StoreError::Timeout.into())
    }

    /// Fails a task of which only the head can be opened, as the rest was changed from outside;
    /// returns whether it was failed.
    #[inline]
    pub(super) async fn fail_damaged(&self, id: &str) -> Result<bool, StoreError> {
        let key = key(id);
        // The record can be read, so it was refused for another reason.
        if self.store.get(&key, PARTS).await.is_ok() {
            return Ok(false);
        }
        let Some(found) = if_readable(self.store.get(&key, &["head"]).await)? else {
            return Ok(false);
        };
        let version = found.version;
        let (_, mut record) = task(id, found)?;
        if record.head.format != FORMAT || !record.fail(DAMAGED) {
            return Ok(false);
        }
        record.head.updated = record.now;
        let mut write = RecordWrite::update(version).set("head", json(&record.head));
        if let Some(outcome) = &record.outcome {
            write = write.set("outcome", json(outcome));
        }
        let written = self.put(&key, write.drop("call").drop("journal")).await?;
        let has_failed = matches!(written, WriteOutcome::Done { .. });
        if has_failed {
            self.set_ended(&record).await?;
        }
        Ok(has_failed)
    }

    /// Writes a record, and retries once if the response of the store may have been lost.
    #[inline]
    async fn put(&self, key: &StoreKey, write: RecordWrite) -> Result<WriteOutcome, StoreError> {
        match self.store.put(key, write.clone()).await {
            Err(StoreError::Down(_) | StoreError::Timeout) => self.store.put(key, write).await,
            outcome => outcome,
        }
    }

    /// Removes a task that has ended from the index of running tasks.
    ///
    /// In a store that is not shared, it stays there until it expires, for the next process to
    /// find.
    #[inline]
    pub(super) async fn set_ended(&self, record: &TaskRecord) -> Result<(), StoreError> {
        let change = if self.store.is_shared() {
            IndexChange::drop(&*record.id)
        } else {
            IndexChange::set(&*record.id, record.left().saturating_add(READABLE_AFTER_END))
        };
        self.store.index(&due(), vec![change]).await.map(drop)
    }

    /// Removes tasks from the index of running tasks.
    #[inline]
    pub(super) async fn forget(&self, ids: &[Arc<str>]) -> Result<(), StoreError> {
        let changes = ids.iter().map(|id| IndexChange::drop(Arc::clone(id))).collect();
        self.store.index(&due(), changes).await.map(drop)
    }

    /// Extends the leases of tasks that this process runs.
    #[inline]
    pub(super) async fn extend(&self, ids: &[Arc<str>], lease: Duration) -> Result<(), StoreError> {
        let changes = ids.iter().map(|id| IndexChange::extend(Arc::clone(id), lease)).collect();
        self.store.index(&due(), changes).await.map(drop)
    }

    /// The tasks that an earlier process has left in a store that is not shared, with the sizes of
    /// their calls.
    #[inline]
    pub(super) async fn left_behind(&self) -> Result<Vec<(TaskRecord, usize)>, StoreError> {
        let mut left = Vec::new();
        if !self.store.is_shared() {
            for entry in self.store.entries(&due(), IndexPage::oldest(usize::MAX)).await? {
                let found = self.store.get(&key(&entry.name), &["call"]).await?;
                let [call] = found.map(StoredRecord::into_parts).unwrap_or_default();
                let call = call.map_or(0, |call| call.len());
                let record = if_readable(self.read_any(&entry.name).await)?;
                left.extend(record.map(|record| (record, call)));
            }
        }
        Ok(left)
    }

    /// Claims tasks whose processes have not renewed their leases.
    #[inline]
    pub(super) async fn due(&self, lease: Duration) -> Result<Vec<Arc<str>>, StoreError> {
        let due = self.store.due(&due(), MAX_TAKEN_OVER, lease).await?;
        Ok(due.into_iter().map(|entry| entry.name).collect())
    }

    /// Releases the leases of tasks, so that they can be taken over at once.
    #[inline]
    pub(super) async fn release(&self, ids: &[Arc<str>]) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let now = |id: &Arc<str>| IndexChange::set(Arc::clone(id), Duration::ZERO);
        self.store.index(&due(), ids.iter().map(now).collect()).await.map(drop)
    }

    /// The unexpired tasks of an owner, newest first; reads at most `most` of them.
    #[inline]
    pub(super) async fn of(
        &self,
        owner: Option<&str>,
        most: usize,
    ) -> Result<Vec<TaskRecord>, StoreError> {
        let entries = self.store.entries(&owned_by(owner), IndexPage::newest(most)).await?;
        let mut records = Vec::new();
        for IndexEntry { name, .. } in entries {
            let record = if_readable(self.read(&name).await)?;
            records.extend(record.filter(|of| of.head.owner.as_deref() == owner));
        }
        records.sort_by(|one, other| (other.made_at, &other.id).cmp(&(one.made_at, &one.id)));
        Ok(records)
    }
}

/// The index of running tasks, by the expiry of their leases.
#[inline]
fn due() -> StoreKey {
    StoreKey::new("tasks", "due")
}

/// The index of the tasks of one owner, whose name is hashed so that the keys do not reveal it.
#[inline]
fn owned_by(owner: Option<&str>) -> StoreKey {
    let digest: Option<[u8; 32]> = owner.map(|owner| Sha256::digest(owner.as_bytes()).into());
    let start = digest.and_then(|digest| digest.first_chunk::<16>().copied());
    let name = start.map(|start| format!("{:032x}", u128::from_be_bytes(start)));
    StoreKey::new("owner", name.as_deref().unwrap_or("anonymous"))
}

/// Decodes a task, with the version of its record. Records of newer versions of the program are
/// read as far as possible.
///
/// # Errors
///
/// If the record cannot be read.
#[inline]
fn task(id: &str, found: StoredRecord) -> Result<(u64, TaskRecord), StoreError> {
    let StoredRecord { version, made_at, now, .. } = found;
    let [head, journal, outcome] = found.into_parts();
    let head: Head = head.and_then(|head| read(&head)).ok_or_else(unreadable)?;
    let length = |part: &Option<Arc<[u8]>>| part.as_ref().map_or(0, |part| part.len());
    let size = RecordSize {
        journal: length(&journal),
        outcome: length(&outcome),
        is_terminal: head.stage.is_terminal(),
    };
    let journal = journal
        .map(|journal| read(&journal).ok_or_else(unreadable))
        .transpose()?
        .unwrap_or_default();
    let outcome = outcome.map(|outcome| read(&outcome).ok_or_else(unreadable)).transpose()?;
    Ok((version, TaskRecord { id: id.into(), made_at, now, head, journal, outcome, size }))
}

/// The error for a record of another version of the program, which is left to that version.
#[inline]
fn unreadable() -> StoreError {
    StoreError::Refused("the task was written by another version of the program".to_owned())
}

/// Skips a record that cannot be read, so that the others are still found.
#[inline]
fn if_readable<T>(read: Result<Option<T>, StoreError>) -> Result<Option<T>, StoreError> {
    match read {
        Err(StoreError::Refused(why)) => {
            tracing::warn!(why, "skipped a task");
            Ok(None)
        }
        read => read,
    }
}

#[inline]
fn read<T: DeserializeOwned>(json: &[u8]) -> Option<T> {
    // UTF-8 is checked once, and not string by string.
    let text = str::from_utf8(json).unwrap_or_default();
    serde_json::from_str(text)
        .inspect_err(|error| tracing::error!(%error, "the record of a task cannot be read"))
        .ok()
}

#[inline]
pub(super) fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_else(|error| {
        tracing::error!(%error, "could not serialize the record of a task as JSON");
        Vec::new()
    })
}

/// The error for a request that needs a store that does not respond.
///
/// It does not report that the task is missing: hosts would take the task for cancelled.
#[inline]
pub(super) fn unavailable(error: &StoreError) -> ErrorObject {
    tracing::error!(%error, "tasks are not available");
    ErrorObject::busy("tasks are currently unavailable; try again later")
}

impl From<NoRoom> for ErrorObject {
    #[inline]
    fn from(hit: NoRoom) -> Self {
        Self::busy(hit.text())
    }
}
