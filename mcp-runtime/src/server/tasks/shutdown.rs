//! Shutdown of a process: its tasks end in time, continue elsewhere, or fail.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::TaskManager;
use super::live::LiveTask;
use super::record::TaskRecord;
use super::resume::STOPPED;
use crate::store::StoreError;

/// The timeout for dropping a handler whose task continues elsewhere.
const HANDLER_TIMEOUT: Duration = Duration::from_secs(1);

impl TaskManager {
    /// Leaves tasks that can be run again to other processes, waits up to `drain` for the others to
    /// end, and fails those that have not.
    #[inline]
    pub(super) async fn leave_all(&self, drain: Duration) -> Result<(), StoreError> {
        // Work inside `once` should be recorded as done first.
        let leaves = |live: &LiveTask| !live.asking.is_busy();
        for live in self.all_live().iter().filter(|live| leaves(live)) {
            self.leave(live, false).await?;
        }
        let _ = timeout(drain, self.until_ended(|| self.all_live().is_empty())).await;
        for live in self.all_live() {
            self.leave(&live, true).await?;
        }
        Ok(())
    }

    /// Leaves a task to other processes. One that cannot be run again is failed if `is_over`, when
    /// this process no longer waits for it.
    #[inline]
    async fn leave(&self, live: &LiveTask, is_over: bool) -> Result<(), StoreError> {
        let mut runs_again = false;
        let mut leave = |record: &mut TaskRecord| {
            let runs = !record.head.stage.is_terminal() && record.head.worker == self.worker;
            runs_again = runs && record.head.attempts.is_some();
            if runs_again {
                // The attempt did not fail, so it does not count.
                record.head.attempt = record.head.attempt.saturating_sub(1);
                record.head.worker.clear();
            }
            runs_again || runs && is_over && record.fail(STOPPED)
        };
        let left = self.change(&live.id, &mut leave).await?;
        live.updates.want(|wanted| wanted.is_changed = true);
        if runs_again {
            // No other process runs it before its handler is dropped here.
            let _ =
                timeout(HANDLER_TIMEOUT, self.until_ended(|| self.live(&live.id).is_none())).await;
            return self.records.release(&[Arc::clone(&live.id)]).await;
        }
        match left.filter(|record| record.head.stage.is_terminal()) {
            Some(record) => self.records.set_ended(&record).await,
            None => Ok(()),
        }
    }

    /// Waits until enough tasks have ended here.
    #[inline]
    async fn until_ended(&self, is_enough: impl Fn() -> bool) {
        loop {
            let ended = self.ended.notified();
            if is_enough() {
                return;
            }
            ended.await;
        }
    }
}
