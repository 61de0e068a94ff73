//! State that a server keeps beyond one request, and that its replicas share.
//!
//! A [`Store`] is a small set of primitives: [records](RecordWrite) with conditional writes,
//! [indexes](IndexChange) by time, [bounded logs](LogAppend), [rate limits](RateLimit), and
//! [hints](Hints) from one replica to others. Everything that the framework keeps in a store is
//! built on these, so every store supports all of it.
//!
//! [`Memory`] is the store of a single process, and [`Directory`] one that persists what the
//! process wrote, even if it is killed. `Redis` of `mcp-runtime-redis` is one that several processes
//! share.
//!
//! ```
//! use std::time::Duration;
//! use mcp_runtime::store::{Memory, RecordWrite, Store, StoreKey, WriteOutcome};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), mcp_runtime::store::StoreError> {
//! let store = Memory::new();
//! let key = StoreKey::new("ticket", "7");
//!
//! // The replica that creates it owns it.
//! let claim = RecordWrite::create().set("owner", *b"ann").ttl(Duration::from_secs(60));
//! assert!(matches!(store.put(&key, claim).await?, WriteOutcome::Done { version: 1, .. }));
//! let second = RecordWrite::create().set("owner", *b"bob");
//! assert_eq!(store.put(&key, second).await?, WriteOutcome::Conflict { version: 1 });
//!
//! let record = store.get(&key, &["owner"]).await?.expect("expected the record to exist");
//! assert_eq!(record.parts[0].as_deref(), Some(b"ann".as_slice()));
//! # Ok(())
//! # }
//! ```
//!
//! # Writing one
//!
//! Each method of [`Store`] concerns one key, and is atomic, whatever others do at the same time.
//! That is one script for Redis and Valkey, also in a cluster, and one transaction for a database.
//! No order across keys is required.
//!
//! * **Time is that of the store.** Callers pass durations and never timestamps, and learn the time
//!   of the store from the response: clocks of replicas differ.
//! * **Expired items are absent** for every method, from the moment of their expiry. When their
//!   memory is freed is up to the store.
//! * **An operation may be retried** by a caller that lost the response. Writes of records have a
//!   token for that, and a log compares its entries; the other operations do no harm when they
//!   happen twice.
//! * **A future that is dropped** may have been applied or not, like one that ends with
//!   [`StoreError::Down`] or [`StoreError::Timeout`].
//! * **A key has one type**: a record, an index, a log or a limit. Using it as another one is
//!   [`StoreError::Refused`].
//! * **Secrets are encrypted** by the framework before they are written. Keys, versions and times
//!   are not.
//!
//! | | Redis, Valkey | SQL |
//! |---|---|---|
//! | record | a hash, written by a script | a row with its version: `UPDATE .. WHERE version = ..` |
//! | index | a sorted set | rows of name and time; `due` with `FOR UPDATE SKIP LOCKED` |
//! | log | a stream with explicit ids | rows of number and bytes |
//! | limit | a number | a row |
//! | hints | channels, one for all and one per replica | `NOTIFY` |
//! | time | `TIME` | `now()` |
//!
//! `store_contract!` of [`mcp-runtime-testing`](https://docs.rs/mcp-runtime-testing) generates tests
//! for all of this:
//!
//! ```
//! mod my_store {
//!     # use mcp_runtime::store::Memory;
//!     # struct MyStore;
//!     # impl MyStore { async fn connect(_: &str) -> Memory { Memory::new() } }
//!     mcp_runtime_testing::store_contract!(async { MyStore::connect("redis://localhost").await });
//! }
//! # fn main() {}
//! ```

mod directory;
mod error;
mod hints;
mod index;
mod items;
mod key;
mod listeners;
mod log;
mod memory;
mod rate_limit;
mod record;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use directory::Directory;
pub use error::StoreError;
pub use hints::{Hint, HintSender, Hints};
pub use index::{IndexChange, IndexEntry, IndexPage};
pub use key::StoreKey;
pub use log::{LogAppend, LogEntry, LogOutcome};
pub use memory::Memory;
pub use rate_limit::RateLimit;
pub use record::{Expected, RecordWrite, StoredRecord, WriteOutcome, WriteToken};

/// What a method of a [`Store`] returns: `Box::pin(async move { .. })`.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The state that replicas share, as primitives that each concern one key.
///
/// See [the module](self) for the rules that apply to all of them.
///
/// # Errors
///
/// Each method fails if the store cannot be reached in time, or refuses the operation. Unless the
/// error is [`StoreError::Refused`], a write may have been applied.
pub trait Store: Send + Sync + 'static {
    /// Whether other processes may use it at the same time. If none can, this process takes over at
    /// once whatever an earlier one has left behind.
    #[inline]
    fn is_shared(&self) -> bool {
        true
    }

    /// Reads some parts of a record; `None` if there is no such record, or if it has expired.
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>>;

    /// Writes parts of a record if it is in the state that the write expects.
    ///
    /// With [`RecordWrite::create`] this claims a name, and so can lock anything.
    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome>;

    /// Removes whatever has this key: a record, an index, a log or a limit. Returns whether there
    /// was one: of several concurrent callers, only one gets `true`.
    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool>;

    /// Applies changes to an index, in order and atomically. Returns how many entries it then has.
    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64>;

    /// Reads entries of an index by their time, whether they are due or not.
    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>>;

    /// Claims the entries of an index that are due, the oldest first and at most `limit`.
    ///
    /// Each of them gets a new time, `lease` from now: until then no other caller gets it, and
    /// afterwards it is due again unless it has been moved or dropped. They are returned with the
    /// new time.
    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>>;

    /// Appends entries to a log, whose numbers have to be higher than any that it ever had, and
    /// drops the oldest ones beyond its bound.
    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome>;

    /// Reads the entries of a log after a number, the lowest number first and at most `limit`. If
    /// those have been dropped, it begins with the oldest remaining entry.
    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>>;

    /// Takes units from a rate limit. Returns `None` if that much is available now; otherwise takes nothing,
    /// and returns how long until it is.
    ///
    /// A cost above the burst of the limit is never available, and is refused.
    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>>;

    /// Sends a hint to one replica or, with `None`, to all, including the sender.
    ///
    /// There may be no subscriber. Hints may be lost or reordered: the store is the source of
    /// truth.
    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()>;

    /// Subscribes to hints for all and for this replica, from now on. Every hint that is published
    /// after this returned is received, or else [`Hint::Lost`].
    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints>;
}

impl<S: Store + ?Sized> Store for Arc<S> {
    #[inline]
    fn is_shared(&self) -> bool {
        (**self).is_shared()
    }

    #[inline]
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        (**self).get(key, parts)
    }

    #[inline]
    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome> {
        (**self).put(key, write)
    }

    #[inline]
    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        (**self).remove(key)
    }

    #[inline]
    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        (**self).index(index, changes)
    }

    #[inline]
    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        (**self).entries(index, page)
    }

    #[inline]
    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        (**self).due(index, limit, lease)
    }

    #[inline]
    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome> {
        (**self).append(log, append)
    }

    #[inline]
    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        (**self).log(log, after, limit)
    }

    #[inline]
    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        (**self).take(key, limit, cost)
    }

    #[inline]
    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()> {
        (**self).publish(to, hint)
    }

    #[inline]
    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        (**self).subscribe(replica)
    }
}
