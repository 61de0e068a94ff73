//! What a server remembers beyond one request, and what its replicas share.
//!
//! A [`Store`] is a small set of primitives: [records](RecordWrite) that are written only if they are
//! as expected, [indexes](IndexChange) by time, [bounded logs](LogAppend), [limits](RateLimit) of
//! rate, and [hints](Hints) from one replica to others. Whatever the framework keeps in a store is
//! built of these, so every store serves all of it.
//!
//! [`Memory`] is the store of a single process, and [`Directory`] one of which a process that was killed
//! finds again what it wrote. With the feature `redis`, `Redis` is one that several processes share.
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
//! // Whoever creates it has it.
//! let claim = RecordWrite::create().set("owner", *b"ann").ttl(Duration::from_secs(60));
//! assert!(matches!(store.put(&key, claim).await?, WriteOutcome::Done { version: 1, .. }));
//! let second = RecordWrite::create().set("owner", *b"bob");
//! assert_eq!(store.put(&key, second).await?, WriteOutcome::Conflict { version: 1 });
//!
//! let record = store.get(&key, &["owner"]).await?.expect("it is there for a minute");
//! assert_eq!(record.parts[0].as_deref(), Some(b"ann".as_slice()));
//! # Ok(())
//! # }
//! ```
//!
//! # Writing one
//!
//! Each method of [`Store`] concerns one key, and happens as a whole or not at all, whatever others do
//! at the same time. That is one script for Redis and Valkey, also in a cluster, and one transaction
//! for a database. No order across keys is asked for.
//!
//! * **Time is that of the store.** Callers give durations and never a moment, and learn from the answer
//!   what time it is there: clocks of replicas differ.
//! * **What has expired is absent** to every method, from that very moment. When its memory is given
//!   back is up to the store.
//! * **An operation may be repeated** by a caller that lost the answer. Writes of records have a token
//!   for that, a log compares what it has; the other operations do no harm when they happen twice.
//! * **A future that is dropped** may have been applied or not, like one that ends with
//!   [`StoreError::Down`] or [`StoreError::Timeout`].
//! * **A key is of one sort**: a record, an index, a log or a limit. To use it as another one is
//!   [`StoreError::Refused`].
//! * **What is secret is sealed** by the framework before it is written. Keys, versions and times are not.
//!
//! | | Redis, Valkey | SQL |
//! |---|---|---|
//! | record | a hash, written by a script | a row with its version: `UPDATE .. WHERE version = ..` |
//! | index | a sorted set | rows of name and time; `due` with `FOR UPDATE SKIP LOCKED` |
//! | log | a stream with ids of one's own | rows of number and bytes |
//! | limit | a number | a row |
//! | hints | channels, for all and of each replica | `NOTIFY` |
//! | time | `TIME` | `now()` |
//!
//! [`testing::store_contract!`](crate::testing::store_contract) makes tests of all that, with the feature
//! `testing`:
//!
//! ```
//! mod my_store {
//!     # use mcp_runtime::store::Memory;
//!     # struct MyStore;
//!     # impl MyStore { async fn connect(_: &str) -> Memory { Memory::new() } }
//!     mcp_runtime::testing::store_contract!(async { MyStore::connect("redis://localhost").await });
//! }
//! # fn main() {}
//! ```

mod directory;
mod error;
mod hints;
mod index;
mod items;
mod key;
mod limit;
mod listeners;
mod log;
mod memory;
mod record;
#[cfg(feature = "redis")]
mod redis;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use directory::Directory;
pub use error::StoreError;
pub use hints::{Hint, HintSender, Hints};
pub use index::{IndexChange, IndexEntry, IndexPage};
pub use key::StoreKey;
pub use limit::RateLimit;
pub use log::{LogAppend, LogEntry, LogOutcome};
pub use memory::Memory;
pub use record::{Expected, RecordWrite, StoredRecord, WriteOutcome, WriteToken};
#[cfg(feature = "redis")]
pub use redis::{Redis, RedisStore};

/// What a method of a [`Store`] returns: `Box::pin(async move { .. })`.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What replicas share, as primitives of which each concerns one key.
///
/// [The module](self) says what holds for all of them.
pub trait Store: Send + Sync + 'static {
    /// Whether other processes may use it at the same time. Where none can, whatever an earlier process
    /// has left behind is there for this one at once.
    fn is_shared(&self) -> bool {
        true
    }

    /// Reads some parts of a record; `None` if there is no such record, or none any more.
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> Pending<'a, Option<StoredRecord>>;

    /// Writes parts of a record if it is as the write expects.
    ///
    /// With [`RecordWrite::create`] this is the claim of a name, and a lock of anything.
    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> Pending<'a, WriteOutcome>;

    /// Removes whatever has this key: a record, an index, a log or a limit. Returns whether there was
    /// one: of several that remove it, one learns so.
    fn remove<'a>(&'a self, key: &'a StoreKey) -> Pending<'a, bool>;

    /// Applies changes to an index, in their order and all at once. Returns how many entries it has then.
    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> Pending<'a, u64>;

    /// Reads entries of an index by their time, those that are due and those that are not.
    fn entries<'a>(&'a self, index: &'a StoreKey, page: IndexPage) -> Pending<'a, Vec<IndexEntry>>;

    /// Takes the entries of an index whose time has come, the oldest first and at most so many.
    ///
    /// Each of them gets a new time, `hide` from now: nobody else is given it until then, and then it
    /// is due again unless somebody has moved or dropped it. They are returned with the new time.
    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        most: usize,
        hide: Duration,
    ) -> Pending<'a, Vec<IndexEntry>>;

    /// Appends entries to a log whose numbers are higher than all that it ever had, and lets go of the
    /// oldest ones beyond its bound.
    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> Pending<'a, LogOutcome>;

    /// Reads what a log has after a number, the lowest number first and at most so many entries. Where
    /// that has been let go of, it begins with the oldest entry that is left.
    fn log<'a>(&'a self, log: &'a StoreKey, after: u64, most: usize) -> Pending<'a, Vec<LogEntry>>;

    /// Takes from a limit: `None` if that much is free now, or how long it takes until it is. Nothing is
    /// taken then.
    ///
    /// A cost beyond the burst of the limit is never free, and refused.
    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> Pending<'a, Option<Duration>>;

    /// Sends a hint to one replica or, with `None`, to all, the sender's own one included.
    ///
    /// Nobody has to listen. A hint may be lost, and hints may arrive in another order: what counts
    /// is what the store holds.
    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> Pending<'a, ()>;

    /// Listens to hints for all and for this replica, from now on. Whatever is published after this
    /// returned arrives, or [`Hint::Lost`] is.
    fn subscribe<'a>(&'a self, replica: &'a str) -> Pending<'a, Hints>;
}

impl<S: Store + ?Sized> Store for Arc<S> {
    fn is_shared(&self) -> bool {
        (**self).is_shared()
    }

    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> Pending<'a, Option<StoredRecord>> {
        (**self).get(key, parts)
    }

    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> Pending<'a, WriteOutcome> {
        (**self).put(key, write)
    }

    fn remove<'a>(&'a self, key: &'a StoreKey) -> Pending<'a, bool> {
        (**self).remove(key)
    }

    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> Pending<'a, u64> {
        (**self).index(index, changes)
    }

    fn entries<'a>(&'a self, index: &'a StoreKey, page: IndexPage) -> Pending<'a, Vec<IndexEntry>> {
        (**self).entries(index, page)
    }

    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        most: usize,
        hide: Duration,
    ) -> Pending<'a, Vec<IndexEntry>> {
        (**self).due(index, most, hide)
    }

    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> Pending<'a, LogOutcome> {
        (**self).append(log, append)
    }

    fn log<'a>(&'a self, log: &'a StoreKey, after: u64, most: usize) -> Pending<'a, Vec<LogEntry>> {
        (**self).log(log, after, most)
    }

    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> Pending<'a, Option<Duration>> {
        (**self).take(key, limit, cost)
    }

    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> Pending<'a, ()> {
        (**self).publish(to, hint)
    }

    fn subscribe<'a>(&'a self, replica: &'a str) -> Pending<'a, Hints> {
        (**self).subscribe(replica)
    }
}
