//! The quota that callers are charged for stored tasks: each counts as one task, and takes bytes
//! until it is forgotten.

use std::sync::Arc;

use super::settings::TaskSettings;
use crate::caller::Caller;
use crate::quota::{Exhausted, Quota, Share};

/// The overhead of a task besides the bytes that are counted: the head of its record, whose status
/// message has a limit of its own, its failure, and its entries in indexes.
const TASK: usize = 4 * 1024;

/// The quotas for the tasks of callers.
pub(super) struct TaskQuotas {
    tasks: Arc<Quota>,
    bytes: Arc<Quota>,
}

/// The share of one task.
pub(super) struct TaskShare {
    _task: Share,
    bytes: Share,
    /// The bytes that its call takes while it runs, in memory and in the record.
    call: usize,
}

/// The variable part of the size of a record, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecordSize {
    /// What the call has asked and learned.
    pub(super) journal: usize,
    pub(super) outcome: usize,
    pub(super) is_terminal: bool,
}

/// The limit that was hit.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoRoom {
    Tasks(Exhausted),
    Bytes(Exhausted),
}

impl TaskQuotas {
    #[inline]
    pub(super) fn new(settings: &TaskSettings) -> Self {
        Self {
            tasks: Quota::with_room_for_others(settings.per_caller, settings.in_all),
            bytes: Quota::with_room_for_others(settings.bytes_per_caller, settings.bytes_in_all),
        }
    }

    /// Reserves the share of one more task, whose call takes `call` bytes.
    #[inline]
    pub(super) fn reserve(&self, caller: &Caller, call: usize) -> Result<TaskShare, NoRoom> {
        let task = self.tasks.reserve(caller, 1).map_err(NoRoom::Tasks)?;
        let bytes = self.bytes.reserve(caller, TASK.saturating_add(call));
        Ok(TaskShare { _task: task, bytes: bytes.map_err(NoRoom::Bytes)?, call })
    }

    /// Charges the share of a task that an earlier process has left.
    #[inline]
    pub(super) fn charge(&self, caller: &Caller, call: usize, size: RecordSize) -> TaskShare {
        let bytes = self.bytes.charge(caller, size.weight(call));
        TaskShare { _task: self.tasks.charge(caller, 1), bytes, call }
    }
}

impl TaskShare {
    /// Reserves room for the new size of a record.
    #[inline]
    pub(super) fn grow(&mut self, size: RecordSize) -> Result<(), NoRoom> {
        self.bytes.grow(size.weight(self.call)).map_err(NoRoom::Bytes)
    }

    /// Releases what a record that no longer grows does not need.
    #[inline]
    pub(super) fn settle(&mut self, size: RecordSize) {
        self.bytes.shrink(size.weight(self.call));
    }
}

impl RecordSize {
    /// About how many bytes a task takes with a record of this size; the journal is in memory, too.
    #[inline]
    fn weight(self, call: usize) -> usize {
        let runs = if self.is_terminal { 0 } else { call.saturating_add(2 * self.journal) };
        TASK.saturating_add(runs).saturating_add(self.outcome)
    }
}

impl NoRoom {
    /// Describes the limit that was hit, and what to do.
    #[inline]
    pub(super) fn text(self) -> String {
        let (most, what) = match self {
            Self::Tasks(hit) => (hit, "tasks"),
            Self::Bytes(hit) => (hit, "bytes of tasks"),
        };
        let (most, whose) = match most {
            Exhausted::OfCaller(most) => (most, "for one caller"),
            Exhausted::InAll(most) => (most, "in total"),
        };
        format!(
            "at most {most} {what} are kept {whose}, including finished ones; wait until some have \
             expired, or ask for less: shorter arguments and results, a shorter `ttl`"
        )
    }
}
