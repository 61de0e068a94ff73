//! The store of a single process.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use super::hints::Hints;
use super::index::{IndexChange, IndexEntry, IndexPage};
use super::items::{Items, Room};
use super::key::StoreKey;
use super::listeners::Listeners;
use super::log::{LogAppend, LogEntry, LogOutcome};
use super::rate_limit::RateLimit;
use super::record::{RecordWrite, StoredRecord, WriteOutcome};
use super::{Store, StoreFuture};
use crate::debug::short_debug;
use crate::sync::Mutex;

/// The maximum size of a store in memory, in bytes and with overhead.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The maximum number of records, indexes, logs and limits in a store in memory.
const MAX_ITEMS: usize = 100_000;

/// A store in the memory of this process, which is lost when it ends.
///
/// It holds up to 64 MiB and 100,000 items; writes beyond that are
/// [refused](super::StoreError::Refused). Several servers in one process, such as replicas in a
/// test, can share one from [`Memory::shared`].
pub struct Memory {
    items: Mutex<Items>,
    listeners: Listeners,
    clock: Box<dyn Fn() -> u64 + Send + Sync>,
    is_shared: bool,
}

impl Memory {
    /// Creates an empty store.
    #[inline]
    pub fn new() -> Self {
        Self {
            items: Mutex::new(Items::new(Room { bytes: MAX_BYTES, items: MAX_ITEMS })),
            listeners: Listeners::default(),
            clock: Box::new(crate::clock::now),
            is_shared: false,
        }
    }

    /// Creates an empty store that several servers in this process share, as replicas do: its
    /// clones are the same store.
    ///
    /// ```
    /// use mcp_runtime::server;
    /// use mcp_runtime::store::Memory;
    ///
    /// let store = Memory::shared();
    /// let replica = || server!().state_keys([[7; 32]]).store(store.clone()).build();
    /// let (one, other) = (replica()?, replica()?);
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    #[inline]
    pub fn shared() -> Arc<Self> {
        Arc::new(Self { is_shared: true, ..Self::new() })
    }

    /// Sets how many bytes it may hold, with overhead; by default 64 MiB.
    #[must_use]
    #[inline]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.items.get_mut().room.bytes = bytes;
        self
    }

    /// Sets how many records, indexes, logs and limits it may hold; by default 100,000.
    #[must_use]
    #[inline]
    pub fn max_items(mut self, items: usize) -> Self {
        self.items.get_mut().room.items = items;
        self
    }

    /// Sets the clock, in milliseconds since 1970. By default it is the system time, plus the time
    /// by which a test has advanced the clock of tokio.
    #[must_use]
    #[inline]
    pub fn clock(mut self, clock: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        self.clock = Box::new(clock);
        self
    }

    /// Runs an operation on the items that have not expired.
    #[inline]
    fn now<T>(&self, operation: impl FnOnce(&mut Items, u64) -> T) -> T {
        let now = (self.clock)();
        let mut items = self.items.lock();
        items.expire(now);
        operation(&mut items, now)
    }
}

impl Default for Memory {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Store for Memory {
    #[inline]
    fn is_shared(&self) -> bool {
        self.is_shared
    }

    #[inline]
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        Box::pin(async move { self.now(|items, now| items.get(key, parts, now)) })
    }

    #[inline]
    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome> {
        Box::pin(async move { self.now(|items, now| items.put(key, write, now)) })
    }

    #[inline]
    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        Box::pin(async move { Ok(self.now(|items, _| items.remove(key))) })
    }

    #[inline]
    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        Box::pin(async move { self.now(|items, now| items.index(index, changes, now)) })
    }

    #[inline]
    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        Box::pin(async move { self.now(|items, _| items.entries(index, &page)) })
    }

    #[inline]
    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        Box::pin(async move { self.now(|items, now| items.due(index, limit, lease, now)) })
    }

    #[inline]
    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome> {
        Box::pin(async move { self.now(|items, now| items.append(log, append, now)) })
    }

    #[inline]
    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        Box::pin(async move { self.now(|items, _| items.log(log, after, limit)) })
    }

    #[inline]
    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        Box::pin(async move { self.now(|items, now| items.take(key, limit, cost, now)) })
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

short_debug!(Memory {});
