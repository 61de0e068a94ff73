//! A store that counts what is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mcp_runtime::store::{
    Hints, IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome, Memory, RateLimit,
    RecordWrite, Store, StoreFuture, StoreKey, StoredRecord, WriteOutcome,
};

/// Keeps everything in memory, and counts the writes.
#[derive(Default)]
pub struct CountingStore {
    memory: Memory,
    pub writes: AtomicU64,
}

impl Store for CountingStore {
    fn is_shared(&self) -> bool {
        self.memory.is_shared()
    }

    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        self.memory.get(key, parts)
    }

    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome> {
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.memory.put(key, write)
    }

    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        self.memory.remove(key)
    }

    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        self.memory.index(index, changes)
    }

    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        self.memory.entries(index, page)
    }

    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        self.memory.due(index, limit, lease)
    }

    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome> {
        self.memory.append(log, append)
    }

    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        self.memory.log(log, after, limit)
    }

    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        self.memory.take(key, limit, cost)
    }

    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()> {
        self.memory.publish(to, hint)
    }

    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        self.memory.subscribe(replica)
    }
}
