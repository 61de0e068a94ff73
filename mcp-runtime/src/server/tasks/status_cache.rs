//! Cached responses to `tasks/get` for tasks that have not changed since the last request.
//!
//! Clients poll repeatedly, so the response is encoded once for each state of a task.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use serde_json::value::RawValue;

use super::record::{Stage, TaskRecord};
use crate::protocol::ProtocolVersion;
use crate::store::StoredRecord;
use crate::sync::Mutex;

/// The maximum number of cached responses; beyond it, all are dropped.
pub(crate) const MAX_CACHED: usize = 1024;

/// The maximum size of a cached response, in bytes.
pub(crate) const MAX_CACHED_BYTES: usize = 4 * 1024;

/// The last responses, by task id.
#[derive(Default)]
pub(super) struct TaskStatusCache(Mutex<HashMap<Box<str>, CachedStatus, RandomState>>);

struct CachedStatus {
    /// The state of the record that it describes.
    state: RecordState,
    /// When the task expires, in milliseconds since 1970.
    end: u64,
    owner: Option<String>,
    /// The revision of the response.
    revision: ProtocolVersion,
    answer: Arc<RawValue>,
}

/// Identifies a record and its version.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RecordState {
    made_at: u64,
    version: u64,
}

impl RecordState {
    #[inline]
    pub(super) fn of(found: &StoredRecord) -> Self {
        Self { made_at: found.made_at, version: found.version }
    }
}

impl TaskStatusCache {
    /// Returns the cached response for a caller, if it is still current.
    #[inline]
    pub(super) fn answer(
        &self,
        id: &str,
        found: &StoredRecord,
        caller: Option<&str>,
        revision: ProtocolVersion,
    ) -> Option<Arc<RawValue>> {
        let answers = self.0.lock();
        let cached = answers.get(id)?;
        let is_same = cached.state == RecordState::of(found)
            && cached.revision == revision
            && cached.owner.as_deref() == caller
            && found.now < cached.end;
        is_same.then(|| Arc::clone(&cached.answer))
    }

    /// Caches the response for the owner of a task, unless it has questions, which are asked again
    /// each time.
    #[inline]
    pub(super) fn keep(
        &self,
        state: RecordState,
        record: &TaskRecord,
        revision: ProtocolVersion,
        answer: &Arc<RawValue>,
    ) {
        if record.head.stage == Stage::Asks || answer.get().len() > MAX_CACHED_BYTES {
            return;
        }
        let cached = CachedStatus {
            state,
            end: record.end_of_life(),
            owner: record.head.owner.clone(),
            revision,
            answer: Arc::clone(answer),
        };
        let mut answers = self.0.lock();
        if answers.len() >= MAX_CACHED && !answers.contains_key(&record.id) {
            answers.clear();
        }
        answers.insert(record.id.clone(), cached);
    }
}
