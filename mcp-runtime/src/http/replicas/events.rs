//! Events of streams, for clients that reconnect to another replica.
//!
//! One replica writes the events of a stream: the one that runs the request, or the one where the
//! client listened. They are written asynchronously: a client does not need the events it has seen,
//! and events that were not written when the replica dies belong to calls that die with it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::STORE_RETRY_DELAY;
use crate::http::sessions::EventSink;
use crate::http::sse::EventId;
use crate::server::replicas::ReplicaLink;
use crate::store::{LogAppend, LogEntry, LogOutcome, StoreError, StoreKey};
use crate::sync::Mutex;

/// How many bytes of events may be queued, per session and in total.
const QUEUED_OF_SESSION: usize = 256 * 1024;
const QUEUED_IN_ALL: usize = 16 * 1024 * 1024;

/// How many bytes of the events of a session are kept, per replica that has sent some.
const KEPT_BYTES: usize = 256 * 1024;

/// How long they are kept after the last one.
const EVENT_TTL: Duration = Duration::from_secs(5 * 60);

/// How many sessions are written concurrently.
const MAX_CONCURRENT_WRITES: usize = 16;

/// The overhead of an event in addition to its text.
const EVENT: usize = 64;

/// Writes events to the store, without delaying the streams that have sent them.
pub(crate) struct EventWriter {
    sharing: Arc<ReplicaLink>,
    queue: Mutex<Queue>,
    added: Notify,
    written: watch::Sender<()>,
}

/// The events of one session that this replica has sent but not yet written.
#[derive(Default)]
struct UnwrittenEvents {
    entries: VecDeque<LogEntry>,
    bytes: usize,
    /// Whether the last ones may have been written already.
    is_unsure: bool,
}

#[derive(Default)]
struct Queue {
    waiting: HashMap<StoreKey, UnwrittenEvents>,
    bytes: usize,
    has_begun: bool,
}

/// Encodes an event for the log; an empty message marks the end of the stream.
fn text(id: EventId, message: &str) -> Arc<[u8]> {
    format!("{id}\n{message}").into_bytes().into()
}

/// Decodes an event from the log.
pub(crate) fn read(entry: &LogEntry) -> Option<(EventId, &str)> {
    let (id, message) = str::from_utf8(&entry.bytes).ok()?.split_once('\n')?;
    Some((id.parse().ok()?, message))
}

impl EventSink for EventWriter {
    fn append(self: Arc<Self>, log: &StoreKey, number: u64, id: EventId, message: &str) {
        let bytes = text(id, message);
        let begins = {
            let mut guard = self.queue.lock();
            let queue = &mut *guard;
            let waiting = queue.waiting.entry(log.clone()).or_default();
            let grown = bytes.len() + EVENT;
            waiting.entries.push_back(LogEntry { number, bytes });
            waiting.bytes += grown;
            queue.bytes += grown;
            let room = if queue.bytes > QUEUED_IN_ALL { 0 } else { QUEUED_OF_SESSION };
            while waiting.bytes > room
                && let Some(oldest) = waiting.entries.pop_front()
            {
                let freed = oldest.bytes.len() + EVENT;
                waiting.bytes -= freed;
                queue.bytes -= freed;
            }
            !std::mem::replace(&mut queue.has_begun, true)
        };
        self.added.notify_one();
        if begins {
            tokio::spawn(self.write_all());
        }
    }
}

impl EventWriter {
    pub(crate) fn new(sharing: &Arc<ReplicaLink>) -> Arc<Self> {
        Arc::new(Self {
            sharing: Arc::clone(sharing),
            queue: Mutex::default(),
            added: Notify::new(),
            written: watch::Sender::new(()),
        })
    }

    /// Waits until the events that were sent so far are written: those of the session with this
    /// log, or without one, those of all sessions.
    pub(crate) async fn flushed(&self, log: Option<&StoreKey>) {
        let mut written = self.written.subscribe();
        loop {
            let is_empty = {
                let queue = self.queue.lock();
                log.map_or(queue.waiting.is_empty(), |log| !queue.waiting.contains_key(log))
            };
            if is_empty || written.changed().await.is_err() {
                return;
            }
        }
    }

    async fn write_all(self: Arc<Self>) {
        loop {
            let batch = self.next_batch();
            if batch.is_empty() {
                // There is no writer left that could add something.
                if Arc::strong_count(&self) == 1 {
                    return;
                }
                let _ = tokio::time::timeout(EVENT_TTL, self.added.notified()).await;
                continue;
            }
            let mut writing = JoinSet::new();
            for (log, entries, is_unsure) in batch {
                let writer = Arc::clone(&self);
                writing.spawn(async move { writer.write(log, entries, is_unsure).await });
            }
            let failed = writing.join_all().await.contains(&false);
            self.written.send_replace(());
            if failed {
                sleep(STORE_RETRY_DELAY).await;
            }
        }
    }

    fn next_batch(&self) -> Vec<(StoreKey, Vec<LogEntry>, bool)> {
        let mut guard = self.queue.lock();
        let queue = &mut *guard;
        let mut batch = Vec::new();
        for (log, waiting) in queue.waiting.iter_mut().take(MAX_CONCURRENT_WRITES) {
            queue.bytes -= std::mem::take(&mut waiting.bytes);
            let entries = std::mem::take(&mut waiting.entries).into();
            batch.push((log.clone(), entries, waiting.is_unsure));
        }
        batch
    }

    /// Writes events of a session; `false` if they have to be written again.
    async fn write(&self, log: StoreKey, mut entries: Vec<LogEntry>, is_unsure: bool) -> bool {
        let store = &self.sharing.store;
        let appending = async {
            if is_unsure && let Some(first) = entries.first() {
                let there = store.log(&log, first.number - 1, entries.len()).await?;
                let last = there.last().map_or(0, |entry| entry.number);
                entries.retain(|entry| entry.number > last);
            }
            if entries.is_empty() {
                return Ok(LogOutcome::Appended);
            }
            let append = LogAppend { entries: entries.clone(), keep: KEPT_BYTES, ttl: EVENT_TTL };
            store.append(&log, append).await
        };
        let outcome = appending.await;
        let mut guard = self.queue.lock();
        let queue = &mut *guard;
        let Some(waiting) = queue.waiting.get_mut(&log) else { return true };
        match outcome {
            Err(error @ (StoreError::Down(_) | StoreError::Timeout)) => {
                tracing::warn!(
                    %error,
                    "events for clients that reconnect have not been stored yet; retrying"
                );
                waiting.is_unsure = true;
                for entry in entries.into_iter().rev() {
                    let grown = entry.bytes.len() + EVENT;
                    if waiting.bytes + grown <= QUEUED_OF_SESSION {
                        waiting.bytes += grown;
                        queue.bytes += grown;
                        waiting.entries.push_front(entry);
                    }
                }
                return false;
            }
            Err(error) => {
                tracing::error!(%error, "could not store events: clients that reconnect will miss them")
            }
            Ok(LogOutcome::Appended) => {}
            Ok(LogOutcome::Behind { .. }) => {
                tracing::error!(
                    "another replica has written to the event log of a stream that this replica serves: \
                     clients that reconnect may miss events"
                )
            }
        }
        waiting.is_unsure = false;
        if waiting.entries.is_empty() {
            queue.waiting.remove(&log);
        }
        true
    }
}
