//! A persistent store for a single process.

mod files;
mod system;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use self::files::Files;
use super::error::StoreError;
use super::hints::Hints;
use super::index::{IndexChange, IndexEntry, IndexPage};
use super::items::{Items, Room};
use super::key::StoreKey;
use super::listeners::Listeners;
use super::log::{LogAppend, LogEntry, LogOutcome};
use super::rate_limit::RateLimit;
use super::record::{RecordWrite, StoredRecord, WriteOutcome};
use super::{Store, StoreFuture};
use crate::clock::now;
use crate::debug::short_debug;
use crate::error::{Error, Result};

/// The maximum size of a store in a directory, in bytes and with overhead.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The maximum number of records, indexes, logs and limits in a store in a directory.
const MAX_ITEMS: usize = 100_000;

/// A store in a directory of its own, for a single process.
///
/// Writes survive when the process is killed or the machine loses power, and none is applied
/// partially. Everything is also in memory while the process runs: up to 64 MiB and 100,000 items;
/// writes beyond that are [refused](StoreError::Refused).
///
/// ```no_run
/// let store = mcp_runtime::store::Directory::open("/var/lib/weather")?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
///
/// Each record, index, log and limit is a file, which is replaced atomically when it changes, and
/// has reached the disk when the future completes. That suits the tasks of a server for a person or
/// a team: some thousand at the same time. On Unix only the user of the process can read them. A
/// damaged file is left alone, with a warning in the log, and the others are read.
///
/// The directory belongs to the process that has opened it last, even if a previous one still runs:
/// from then on, every operation of that one is [refused](StoreError::Refused), and it cannot
/// corrupt anything.
pub struct Directory {
    state: Arc<Mutex<State>>,
    listeners: Listeners,
}

/// The contents of the files, and the files.
struct State {
    items: Items,
    files: Files,
    /// A key whose value in memory may differ from its file.
    unsure: Option<StoreKey>,
}

impl Directory {
    /// Opens the store in this directory, which is created if it does not exist. This blocks until
    /// everything is read.
    ///
    /// # Errors
    ///
    /// If the directory cannot be created, read or written.
    #[inline]
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let open = || {
            let mut items = Items::new(Room { bytes: MAX_BYTES, items: MAX_ITEMS });
            let files = Files::take_over(path)?;
            files.load(|key, bytes| items.decode(key, bytes))?;
            Ok(State { items, files, unsure: None })
        };
        let state = open().map_err(|error: io::Error| {
            let text = format!("{}: {error}", path.display());
            Error::io("cannot open the store in a directory", io::Error::new(error.kind(), text))
        })?;
        Ok(Self { state: Arc::new(Mutex::new(state)), listeners: Listeners::default() })
    }

    /// Sets how many bytes it may hold, with overhead; by default 64 MiB. They are also in memory.
    #[must_use]
    #[inline]
    pub fn max_bytes(self, bytes: usize) -> Self {
        self.room(|room| room.bytes = bytes)
    }

    /// Sets how many records, indexes, logs and limits it may hold; by default 100,000.
    #[must_use]
    #[inline]
    pub fn max_items(self, items: usize) -> Self {
        self.room(|room| room.items = items)
    }

    #[inline]
    fn room(mut self, set: impl FnOnce(&mut Room)) -> Self {
        // It has no other owner before it is used as a store.
        if let Some(state) = Arc::get_mut(&mut self.state) {
            set(&mut state.get_mut().items.room);
        }
        self
    }

    /// Runs an operation on the items that have not expired, and writes the changes, on a thread
    /// that may block.
    ///
    /// Dropping the future does not interrupt an operation that has begun.
    #[inline]
    fn now<'a, T: Send + 'static>(
        &'a self,
        key: &'a StoreKey,
        operation: impl FnOnce(&mut Items, &StoreKey, u64) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let mut state = Arc::clone(&self.state).lock_owned().await;
            let key = key.clone();
            let work = tokio::task::spawn_blocking(move || state.operate(&key, operation));
            work.await.map_err(|error| StoreError::Down(error.to_string()))?
        })
    }
}

impl State {
    #[inline]
    fn operate<T>(
        &mut self,
        key: &StoreKey,
        operation: impl FnOnce(&mut Items, &StoreKey, u64) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if !self.files.are_ours() {
            return Err(taken_over());
        }
        if let Some(key) = self.unsure.take() {
            self.reload(key)?;
        }
        let now = now();
        for expired in self.items.expire(now) {
            // A file that stays is also expired when it is loaded.
            let _ = self.files.discard(&expired);
        }
        let done = operation(&mut self.items, key, now)?;
        if self.items.take_changed() {
            self.save(key)?;
        }
        Ok(done)
    }

    /// Writes the value of a key to its file, or reloads it from there on failure.
    #[inline]
    fn save(&mut self, key: &StoreKey) -> Result<(), StoreError> {
        let saved = match self.items.encode(key) {
            Some(bytes) => self.files.write(key, &bytes),
            None => self.files.remove(key),
        };
        saved.or_else(|error| {
            self.reload(key.clone())?;
            Err(down(&error))
        })
    }

    /// Reloads the value of a key from its file.
    #[inline]
    fn reload(&mut self, key: StoreKey) -> Result<(), StoreError> {
        let Self { items, files, unsure } = self;
        items.remove(&key);
        let read = files.read(&key, |bytes| items.decode(key.clone(), bytes));
        items.take_changed();
        match read {
            Ok(_) => Ok(()),
            Err(error) => {
                *unsure = Some(key);
                Err(down(&error))
            }
        }
    }
}

#[inline]
fn down(error: &io::Error) -> StoreError {
    StoreError::Down(error.to_string())
}

#[inline]
fn taken_over() -> StoreError {
    StoreError::Refused(
        "another process has opened the directory; give each server a directory of its own".into(),
    )
}

impl Store for Directory {
    #[inline]
    fn is_shared(&self) -> bool {
        false
    }

    #[inline]
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        let parts: Vec<Box<str>> = parts.iter().map(|part| (*part).into()).collect();
        self.now(key, move |items, key, now| items.get(key, &parts, now))
    }

    #[inline]
    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome> {
        self.now(key, |items, key, now| items.put(key, write, now))
    }

    #[inline]
    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        self.now(key, |items, key, _| Ok(items.remove(key)))
    }

    #[inline]
    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        self.now(index, |items, index, now| items.index(index, changes, now))
    }

    #[inline]
    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        self.now(index, move |items, index, _| items.entries(index, &page))
    }

    #[inline]
    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        self.now(index, move |items, index, now| items.due(index, limit, lease, now))
    }

    #[inline]
    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome> {
        self.now(log, |items, log, now| items.append(log, append, now))
    }

    #[inline]
    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        self.now(log, move |items, log, _| items.log(log, after, limit))
    }

    #[inline]
    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        self.now(key, move |items, key, now| items.take(key, limit, cost, now))
    }

    #[inline]
    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()> {
        self.listeners.publish(to, hint)
    }

    #[inline]
    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        self.listeners.subscribe(replica)
    }
}

short_debug!(Directory {});
