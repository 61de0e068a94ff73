//! A store that fails on demand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use mcp_runtime::store::{
    Hint, HintSender, Hints, IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome,
    RateLimit, RecordWrite, Store, StoreError, StoreFuture, StoreKey, StoredRecord, WriteOutcome,
};
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::sync::Mutex;

/// One replica's view of a shared store, which fails on demand.
///
/// Operations are counted from 0 as they begin, so that a test can try each of them in turn:
///
/// ```
/// use std::sync::Arc;
/// use mcp_runtime::store::{Memory, RecordWrite, Store, StoreError, StoreKey};
/// use mcp_runtime_testing::Faulty;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), StoreError> {
/// let shared = Arc::new(Memory::new());
/// for step in 0.. {
///     let store = Faulty::new(Arc::clone(&shared));
///     store.crash_at(step);
///     let key = StoreKey::new("test", &step.to_string());
///     tokio::select! {
///         done = store.put(&key, RecordWrite::create()) => drop(done?),
///         () = store.crashed() => {}
///     }
///     // Here the test checks what another replica makes of it.
///     if store.operations() <= step {
///         break; // it did all it had to
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub struct Faulty {
    store: Arc<dyn Store>,
    faults: Mutex<Faults>,
    listening: Arc<HintSubscribers>,
    crashed: watch::Sender<bool>,
}

#[derive(Default)]
struct Faults {
    operations: u64,
    of: BTreeMap<&'static str, u64>,
    crash_at: Option<u64>,
    before: BTreeSet<u64>,
    after: BTreeSet<u64>,
    down: bool,
    delay: Duration,
    skew: i64,
}

/// The subscribers to hints of this store.
#[derive(Default)]
struct HintSubscribers {
    is_cut: Mutex<bool>,
    senders: Mutex<Vec<Arc<HintSender>>>,
}

/// How an operation fails.
enum Fault {
    None,
    Before,
    After,
    Crash,
}

impl Faulty {
    /// Wraps this store, without faults at first. An `Arc` of a store is a store, too.
    pub fn new(store: impl Store) -> Self {
        Self {
            store: Arc::new(store),
            faults: Mutex::default(),
            listening: Arc::default(),
            crashed: watch::Sender::new(false),
        }
    }

    /// The number of operations that have begun.
    pub fn operations(&self) -> u64 {
        self.faults.lock().operations
    }

    /// The number of calls to a method of [`Store`], by its name, such as `put`.
    pub fn operations_of(&self, method: &str) -> u64 {
        self.faults.lock().of.get(method).copied().unwrap_or(0)
    }

    /// Simulates a crash before this operation: neither it nor any later one is applied or
    /// completes.
    pub fn crash_at(&self, operation: u64) {
        self.faults.lock().crash_at = Some(operation);
    }

    /// Waits for the simulated crash.
    pub async fn crashed(&self) {
        // The sender lives as long as this store.
        let _ = self.crashed.subscribe().wait_for(|crashed| *crashed).await;
    }

    /// Makes this operation fail without being applied.
    pub fn fail_before(&self, operation: u64) {
        self.faults.lock().before.insert(operation);
    }

    /// Makes this operation succeed, but loses its response.
    pub fn fail_after(&self, operation: u64) {
        self.faults.lock().after.insert(operation);
    }

    /// Sets whether every operation fails from now on, without being applied.
    pub fn down(&self, down: bool) {
        self.faults.lock().down = down;
    }

    /// Delays the start of each operation.
    pub fn delay(&self, delay: Duration) {
        self.faults.lock().delay = delay;
    }

    /// Sets whether hints are lost from now on, those that are published here and those that would
    /// arrive. When that ends, subscribers are notified.
    pub fn drop_hints(&self, drop: bool) {
        *self.listening.is_cut.lock() = drop;
        if !drop {
            self.listening.senders.lock().retain(|sender| sender.lost());
        }
    }

    /// Sets by how many milliseconds the clock of the store is ahead of that of this process;
    /// negative if it is behind.
    pub fn clock_skew(&self, ahead: i64) {
        self.faults.lock().skew = ahead;
    }

    fn fault(&self, method: &'static str) -> Fault {
        let mut faults = self.faults.lock();
        let operation = faults.operations;
        if faults.crash_at.is_some_and(|at| at <= operation) {
            // The operation of the crash is counted; later ones do not begin.
            faults.operations = faults.crash_at.map_or(operation, |at| at + 1);
            self.crashed.send_replace(true);
            return Fault::Crash;
        }
        faults.operations += 1;
        *faults.of.entry(method).or_default() += 1;
        match () {
            () if faults.down || faults.before.contains(&operation) => Fault::Before,
            () if faults.after.contains(&operation) => Fault::After,
            () => Fault::None,
        }
    }

    fn operation<'a, T: Send + 'a>(
        &'a self,
        method: &'static str,
        operation: StoreFuture<'a, T>,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let fault = self.fault(method);
            let delay = self.faults.lock().delay;
            if !delay.is_zero() {
                tokio::time::sleep(delay).await;
            }
            match fault {
                Fault::None => operation.await,
                Fault::Before => Err(StoreError::Down("a fault injected by the test".into())),
                Fault::After => {
                    operation.await?;
                    Err(StoreError::Timeout)
                }
                Fault::Crash => std::future::pending().await,
            }
        })
    }

    /// A time of the store as this process sees it.
    fn seen(&self, time: u64) -> u64 {
        time.saturating_add_signed(self.faults.lock().skew)
    }

    /// The inverse of `seen`.
    fn meant(&self, time: u64) -> u64 {
        time.saturating_add_signed(self.faults.lock().skew.saturating_neg())
    }

    fn seen_entries(&self, mut entries: Vec<IndexEntry>) -> Vec<IndexEntry> {
        entries.iter_mut().for_each(|entry| entry.at = self.seen(entry.at));
        entries
    }
}

impl Store for Faulty {
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        let read = self.operation("get", self.store.get(key, parts));
        Box::pin(async move {
            Ok(read.await?.map(|record| StoredRecord {
                made_at: self.seen(record.made_at),
                now: self.seen(record.now),
                ..record
            }))
        })
    }

    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome> {
        let written = self.operation("put", self.store.put(key, write));
        Box::pin(async move {
            Ok(match written.await? {
                WriteOutcome::Done { version, now } => {
                    WriteOutcome::Done { version, now: self.seen(now) }
                }
                other => other,
            })
        })
    }

    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        self.operation("remove", self.store.remove(key))
    }

    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        self.operation("index", self.store.index(index, changes))
    }

    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        mut page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        if let Some(after) = &mut page.after {
            after.at = self.meant(after.at);
        }
        let read = self.operation("entries", self.store.entries(index, page));
        Box::pin(async move { Ok(self.seen_entries(read.await?)) })
    }

    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        let taken = self.operation("due", self.store.due(index, limit, lease));
        Box::pin(async move { Ok(self.seen_entries(taken.await?)) })
    }

    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome> {
        self.operation("append", self.store.append(log, append))
    }

    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        self.operation("log", self.store.log(log, after, limit))
    }

    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        self.operation("take", self.store.take(key, limit, cost))
    }

    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()> {
        let publish = async move {
            let is_cut = *self.listening.is_cut.lock();
            if is_cut { Ok(()) } else { self.store.publish(to, hint).await }
        };
        self.operation("publish", Box::pin(publish))
    }

    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        let subscribed = self.operation("subscribe", self.store.subscribe(replica));
        Box::pin(async move {
            let mut inner = subscribed.await?;
            let (sender, hints) = Hints::channel();
            let sender = Arc::new(sender);
            let listening = Arc::clone(&self.listening);
            let crashed = self.crashed.subscribe();
            listening.senders.lock().push(Arc::clone(&sender));
            tokio::spawn(async move {
                while let Some(hint) = inner.next().await {
                    let is_cut = *listening.is_cut.lock() || *crashed.borrow();
                    let listens = match hint {
                        _ if is_cut => true,
                        Hint::Published(hint) => sender.send(hint),
                        Hint::Lost => sender.lost(),
                    };
                    if !listens {
                        break;
                    }
                }
            });
            Ok(hints)
        })
    }
}

short_debug!(Faulty {});
