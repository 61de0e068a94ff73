//! The store of a single process.

use std::sync::Arc;
use std::time::Duration;

use super::hints::Hints;
use super::index::{IndexChange, IndexEntry, IndexPage};
use super::items::{Items, Room};
use super::key::StoreKey;
use super::limit::RateLimit;
use super::listeners::Listeners;
use super::log::{LogAppend, LogEntry, LogOutcome};
use super::record::{RecordWrite, StoredRecord, WriteOutcome};
use super::{Pending, Store};
use crate::debug::short_debug;
use crate::sync::Mutex;

/// How many bytes a store in memory holds, with what they take to be found.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// How many records, indexes, logs and limits a store in memory holds.
const MAX_ITEMS: usize = 100_000;

/// A store in the memory of this process, which ends with it.
///
/// It holds up to 64 MiB and 100,000 items; what would be more is
/// [refused](super::StoreError::Refused). Several servers in one process share it as an
/// `Arc<Memory>`.
pub struct Memory {
    items: Mutex<Items>,
    listeners: Listeners,
    clock: Box<dyn Fn() -> u64 + Send + Sync>,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Self {
        Self {
            items: Mutex::new(Items::new(Room { bytes: MAX_BYTES, items: MAX_ITEMS })),
            listeners: Listeners::default(),
            clock: Box::new(crate::clock::now),
        }
    }

    /// How many bytes it may hold, with what they take to be found: 64 MiB unless this is called.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.items.get_mut().room.bytes = bytes;
        self
    }

    /// How many records, indexes, logs and limits it may hold: 100,000 unless this is called.
    #[must_use]
    pub fn max_items(mut self, items: usize) -> Self {
        self.items.get_mut().room.items = items;
        self
    }

    /// Takes the time from somewhere else, in milliseconds since 1970. Without, it is the time of the
    /// system, ahead by what a test has advanced the clock of tokio.
    #[must_use]
    pub fn clock(mut self, clock: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        self.clock = Box::new(clock);
        self
    }

    /// Does something with what there is at this time.
    fn now<T>(&self, operation: impl FnOnce(&mut Items, u64) -> T) -> T {
        let now = (self.clock)();
        let mut items = self.items.lock();
        items.expire(now);
        operation(&mut items, now)
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Store for Memory {
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> Pending<'a, Option<StoredRecord>> {
        Box::pin(async move { self.now(|items, now| items.get(key, parts, now)) })
    }

    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> Pending<'a, WriteOutcome> {
        Box::pin(async move { self.now(|items, now| items.put(key, write, now)) })
    }

    fn remove<'a>(&'a self, key: &'a StoreKey) -> Pending<'a, bool> {
        Box::pin(async move { Ok(self.now(|items, _| items.remove(key))) })
    }

    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> Pending<'a, u64> {
        Box::pin(async move { self.now(|items, now| items.index(index, changes, now)) })
    }

    fn entries<'a>(&'a self, index: &'a StoreKey, page: IndexPage) -> Pending<'a, Vec<IndexEntry>> {
        Box::pin(async move { self.now(|items, _| items.entries(index, &page)) })
    }

    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        most: usize,
        hide: Duration,
    ) -> Pending<'a, Vec<IndexEntry>> {
        Box::pin(async move { self.now(|items, now| items.due(index, most, hide, now)) })
    }

    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> Pending<'a, LogOutcome> {
        Box::pin(async move { self.now(|items, now| items.append(log, append, now)) })
    }

    fn log<'a>(&'a self, log: &'a StoreKey, after: u64, most: usize) -> Pending<'a, Vec<LogEntry>> {
        Box::pin(async move { self.now(|items, _| items.log(log, after, most)) })
    }

    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> Pending<'a, Option<Duration>> {
        Box::pin(async move { self.now(|items, now| items.take(key, limit, cost, now)) })
    }

    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> Pending<'a, ()> {
        Box::pin(async move {
            self.listeners.publish(to, &hint);
            Ok(())
        })
    }

    fn subscribe<'a>(&'a self, replica: &'a str) -> Pending<'a, Hints> {
        Box::pin(async move { Ok(self.listeners.subscribe(replica)) })
    }
}

short_debug!(Memory {});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreError;

    const MINUTE: Duration = Duration::from_secs(60);

    fn key(name: &str) -> StoreKey {
        StoreKey::new("test", name)
    }

    fn is_refused<T>(result: Result<T, StoreError>, with: &str) -> bool {
        matches!(result, Err(StoreError::Refused(text)) if text.contains(with))
    }

    #[tokio::test(start_paused = true)]
    async fn memory_is_given_back_when_what_it_holds_expires() {
        let store = Memory::new();
        let write = RecordWrite::create().set("part", vec![0; 10_000]).ttl(MINUTE);
        store.put(&key("record"), write).await.unwrap();
        let entries = vec![LogEntry { number: 1, bytes: (*b"one").into() }];
        let append = LogAppend { entries, keep: 1_000, ttl: MINUTE };
        store.append(&key("log"), append).await.unwrap();
        let changes = vec![IndexChange::DropPassed, IndexChange::set("name", MINUTE)];
        store.index(&key("index"), changes).await.unwrap();
        store.take(&key("limit"), RateLimit::per(1, MINUTE), 1).await.unwrap();
        let (items, bytes) = store.items.lock().weight();
        assert!(items == 4 && bytes > 10_000, "{bytes}");
        tokio::time::sleep(MINUTE + Duration::from_secs(1)).await;
        assert_eq!(store.get(&key("another"), &[]).await, Ok(None));
        assert_eq!(store.items.lock().weight(), (0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_removed_or_replaced_weighs_nothing() {
        let store = Memory::new();
        let write = RecordWrite::create().set("large", vec![0; 10_000]).ttl(MINUTE);
        store.put(&key("record"), write).await.unwrap();
        let write = RecordWrite::touch().drop("large").set("small", *b"1");
        store.put(&key("record"), write).await.unwrap();
        assert!(store.items.lock().weight().1 < 1_000);
        let changes = vec![IndexChange::set("a", MINUTE), IndexChange::set("a", MINUTE)];
        store.index(&key("index"), changes).await.unwrap();
        store.index(&key("index"), vec![IndexChange::drop("a")]).await.unwrap();
        assert!(store.remove(&key("record")).await.unwrap());
        assert_eq!(store.items.lock().weight(), (0, 0));
    }

    #[tokio::test]
    async fn what_would_be_more_than_its_bytes_is_refused() {
        let store = Memory::new().max_bytes(10_000);
        let write = |bytes| RecordWrite::create().set("part", vec![0; bytes]);
        store.put(&key("a"), write(8_000)).await.unwrap();
        assert!(is_refused(store.put(&key("b"), write(3_000)).await, "at most 10000 bytes"));
        let grow = RecordWrite::touch().set("part", vec![0; 10_000]);
        assert!(is_refused(store.put(&key("a"), grow).await, "at most 10000 bytes"));
        let names = (0..100).map(|name| IndexChange::set(name.to_string(), MINUTE)).collect();
        assert!(is_refused(store.index(&key("c"), names).await, "at most 10000 bytes"));
        let entries = vec![LogEntry { number: 1, bytes: vec![0; 3_000].into() }];
        let append = LogAppend { entries, keep: 9_000, ttl: MINUTE };
        assert!(is_refused(store.append(&key("d"), append).await, "at most 10000 bytes"));
        // Nothing of it was applied, and what does not grow can be written.
        assert_eq!(store.items.lock().weight().0, 1);
        let shrink = RecordWrite::update(1).set("part", vec![1; 7_999]);
        assert!(matches!(
            store.put(&key("a"), shrink).await,
            Ok(WriteOutcome::Done { version: 2, .. })
        ));
    }

    #[tokio::test]
    async fn more_items_than_it_may_hold_are_refused() {
        let store = Memory::new().max_items(2);
        store.put(&key("a"), RecordWrite::create()).await.unwrap();
        store.index(&key("b"), vec![IndexChange::set("a", MINUTE)]).await.unwrap();
        let limit = RateLimit::per(1, MINUTE);
        assert!(is_refused(store.take(&key("c"), limit, 1).await, "2 items"));
        store.put(&key("a"), RecordWrite::touch().set("part", *b"1")).await.unwrap();
        store.remove(&key("a")).await.unwrap();
        assert_eq!(store.take(&key("c"), limit, 1).await, Ok(None));
    }

    #[tokio::test]
    async fn its_time_is_that_of_the_clock_that_it_is_given() {
        let store = Memory::new().clock(|| 1_000);
        store.put(&key("a"), RecordWrite::create()).await.unwrap();
        let record = store.get(&key("a"), &[]).await.unwrap().unwrap();
        assert_eq!((record.now, record.made_at), (1_000, 1_000));
    }
}
