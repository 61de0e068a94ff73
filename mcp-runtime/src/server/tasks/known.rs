//! The tasks that are known to this process: those that run, or are charged, here.

use std::sync::Arc;

use tokio::time::Instant;

use super::TaskManager;
use super::live::LiveTask;
use super::record::TaskRecord;
use super::records::{Change, ChangeError, READABLE_AFTER_END};
use super::shares::{NoRoom, RecordSize, TaskShare};
use crate::caller::Caller;

/// A task that this process has created, taken over, or found.
pub(super) struct KnownTask {
    /// Set while it runs here.
    live: Option<Arc<LiveTask>>,
    /// When its entry can be forgotten.
    expires: Instant,
    share: TaskShare,
}

/// A task that is about to begin; if it does not, it is forgotten.
pub(super) struct PendingTask {
    tasks: Arc<TaskManager>,
    id: Option<Arc<str>>,
}

impl PendingTask {
    /// Notes that the task has begun.
    #[inline]
    pub(super) fn has_begun(mut self) {
        self.id = None;
    }
}

impl Drop for PendingTask {
    #[inline]
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            self.tasks.forget(id);
        }
    }
}

impl TaskManager {
    /// A task that runs here.
    #[inline]
    pub(super) fn live(&self, id: &str) -> Option<Arc<LiveTask>> {
        self.table.lock().get(id)?.live.clone()
    }

    /// The tasks that run here.
    #[inline]
    pub(super) fn all_live(&self) -> Vec<Arc<LiveTask>> {
        self.table.lock().values().filter_map(|known| known.live.clone()).collect()
    }

    /// Whether a task runs here, or is about to.
    #[inline]
    pub(super) fn is_known(&self, id: &str) -> bool {
        self.table.lock().contains_key(id)
    }

    /// Reserves room for a task that is about to begin, whose call takes `call` bytes.
    #[inline]
    pub(super) fn reserve(
        self: &Arc<Self>,
        id: &Arc<str>,
        caller: &Caller,
        call: usize,
    ) -> Result<PendingTask, NoRoom> {
        let share = self.quotas.reserve(caller, call)?;
        let known = KnownTask { live: None, expires: Instant::now() + READABLE_AFTER_END, share };
        self.table.lock().insert(Arc::clone(id), known);
        Ok(PendingTask { tasks: Arc::clone(self), id: Some(Arc::clone(id)) })
    }

    /// Charges an existing task to its caller; its call takes `call` bytes.
    #[inline]
    pub(super) fn charge(&self, record: &TaskRecord, call: usize) {
        let share = self.quotas.charge(&record.head.caller(), call, record.size);
        let expires = Instant::now() + record.left() + READABLE_AFTER_END;
        let known = KnownTask { live: None, expires, share };
        let _replaced = self.table.lock().insert(record.id.as_ref().into(), known);
    }

    /// Notes that a task that is charged here also runs here.
    #[inline]
    pub(super) fn set_live(&self, live: &Arc<LiveTask>) {
        if let Some(known) = self.table.lock().get_mut(&live.id) {
            known.live = Some(Arc::clone(live));
        }
    }

    /// Notes that a task no longer runs here; its share of the quota is kept until it is forgotten.
    #[inline]
    pub(super) fn set_ended(&self, id: &str, expires: Instant) {
        let _live = self.table.lock().get_mut(id).and_then(|known| {
            known.expires = expires + READABLE_AFTER_END;
            known.live.take()
        });
        self.ended.notify_waiters();
    }

    /// Removes a task from the known ones.
    #[inline]
    pub(super) fn forget(&self, id: &str) {
        let _known = self.table.lock().remove(id);
    }

    /// Forgets expired tasks.
    #[inline]
    pub(super) fn forget_expired(&self) {
        let now = Instant::now();
        let is_over = |known: &KnownTask| known.live.is_none() && known.expires <= now;
        let mut table = self.table.lock();
        table.retain(|_, known| !is_over(known));
        if table.is_empty() {
            table.shrink_to_fit();
        }
    }

    /// Changes the record of a task, if the quota of its caller allows the new size.
    #[inline]
    pub(super) async fn change(
        &self,
        id: &str,
        change: Change<'_>,
    ) -> Result<Option<TaskRecord>, ChangeError> {
        let reserve = |size| self.with_share(id, |share| share.grow(size)).unwrap_or(Ok(()));
        let record = self.records.change(id, change, reserve).await?;
        if let Some(TaskRecord { size: size @ RecordSize { is_terminal: true, .. }, .. }) = record {
            self.with_share(id, |share| share.settle(size));
        }
        Ok(record)
    }

    /// Changes the share of a task; one of another process is charged there.
    #[inline]
    fn with_share<T>(&self, id: &str, change: impl FnOnce(&mut TaskShare) -> T) -> Option<T> {
        self.table.lock().get_mut(id).map(|known| change(&mut known.share))
    }
}
