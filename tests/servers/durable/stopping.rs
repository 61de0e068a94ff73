//! A store that stops at one of its writes, so that the process can be killed there.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_runtime::store::{
    Expected, Hints, IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome,
    RateLimit, RecordWrite, Store, StoreFuture, StoreKey, StoredRecord, WriteOutcome,
};

use mcp_test_support::note;

/// Writes the name of each of its writes to a file, and stops at one of them: neither that one, if it
/// is to stop before, nor any later one happens or ends.
pub(super) struct StoppingStore {
    store: Arc<dyn Store>,
    /// Such as `before question 1`.
    stop: Option<String>,
    notes: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    counts: HashMap<String, u32>,
    has_stopped: bool,
}

impl StoppingStore {
    pub(super) fn new(store: impl Store, stop: Option<String>, notes: PathBuf) -> Self {
        Self { store: Arc::new(store), stop, notes, state: Mutex::default() }
    }

    /// Whether it is to stop here.
    fn stops(&self, at: &str) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.has_stopped && self.stop.as_deref() == Some(at) {
            state.has_stopped = true;
            note(&self.notes, "stopped");
        }
        state.has_stopped
    }

    fn write<'a, T: Send + 'a>(
        &'a self,
        what: String,
        write: StoreFuture<'a, T>,
    ) -> StoreFuture<'a, T> {
        let number = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let count = state.counts.entry(what.clone()).or_default();
            *count += 1;
            *count
        };
        Box::pin(async move {
            note(&self.notes, &format!("write {what} {number}"));
            if self.stops(&format!("before {what} {number}")) {
                std::future::pending::<()>().await;
            }
            let written = write.await;
            if self.stops(&format!("after {what} {number}")) {
                std::future::pending::<()>().await;
            }
            written
        })
    }
}

/// What a write of a task's record says.
fn name_of(write: &RecordWrite) -> String {
    let part = |name: &str| {
        let part = write.set.iter().find(|(part, _)| part == name);
        part.map(|(_, bytes)| String::from_utf8_lossy(bytes)).unwrap_or_default()
    };
    let head = part("head");
    let journal = part("journal");
    let stage = head.split_once(r#""stage":""#).and_then(|(_, rest)| rest.split_once('"'));
    match stage.map(|(stage, _)| stage) {
        _ if write.expected == Expected::Absent => "creation".to_owned(),
        Some("Working") if journal.contains("Begun") => "begun".to_owned(),
        Some("Working") if head.contains(r#""worker":"""#) => "left".to_owned(),
        Some("Working") => "working".to_owned(),
        Some("Asks") if head.contains(r#""worker":"""#) => "left asking".to_owned(),
        Some("Asks") => "question".to_owned(),
        Some(end) => format!("end {end}"),
        None => "record".to_owned(),
    }
}

/// What a change of an index says.
fn name_of_change(index: &StoreKey, changes: &[IndexChange]) -> String {
    match changes.last() {
        _ if index.as_str() != "tasks:due" => "owner".to_owned(),
        Some(IndexChange::Set { after, .. }) if after.is_zero() => "due now".to_owned(),
        Some(IndexChange::Set { .. }) => "due later".to_owned(),
        Some(IndexChange::Extend { .. }) => "extension".to_owned(),
        Some(IndexChange::Drop { .. } | IndexChange::DropPassed) => "drop".to_owned(),
        None => "nothing".to_owned(),
    }
}

impl Store for StoppingStore {
    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        self.store.get(key, parts)
    }

    fn put<'a>(&'a self, key: &'a StoreKey, write: RecordWrite) -> StoreFuture<'a, WriteOutcome> {
        self.write(name_of(&write), self.store.put(key, write))
    }

    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        self.write("removal".to_owned(), self.store.remove(key))
    }

    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        self.write(name_of_change(index, &changes), self.store.index(index, changes))
    }

    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        self.store.entries(index, page)
    }

    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        self.write("taking".to_owned(), self.store.due(index, limit, lease))
    }

    fn append<'a>(&'a self, log: &'a StoreKey, append: LogAppend) -> StoreFuture<'a, LogOutcome> {
        self.store.append(log, append)
    }

    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        self.store.log(log, after, limit)
    }

    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        self.store.take(key, limit, cost)
    }

    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()> {
        self.store.publish(to, hint)
    }

    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        self.store.subscribe(replica)
    }
}
