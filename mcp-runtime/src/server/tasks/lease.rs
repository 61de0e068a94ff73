//! The leases of tasks: renews those of this process, takes over tasks whose lease has expired, and
//! forgets expired tasks.

use std::sync::{Arc, Weak};

use tokio::time::{Instant, sleep};

use super::TaskManager;
use super::records::MAX_TAKEN_OVER;
use super::resume::Takeover;
use crate::server::{Inner, Server};
use crate::session::SessionConfig;
use crate::store::StoreError;

impl TaskManager {
    /// Starts to manage the tasks of this process, and of those that have ended.
    #[inline]
    pub(super) fn look_after(self: &Arc<Self>, server: &Server) {
        if self.sweeps.set(()).is_ok() {
            let session_config = Arc::clone(server.session_config());
            tokio::spawn(renew(Arc::downgrade(self)));
            tokio::spawn(sweep(
                Arc::downgrade(self),
                Arc::downgrade(&server.0.inner),
                session_config,
            ));
        }
    }

    /// Renews the leases of the tasks that run here.
    #[inline]
    async fn renew(&self) -> Result<(), StoreError> {
        let live: Vec<_> = self.all_live().iter().map(|live| Arc::clone(&live.id)).collect();
        if live.is_empty() {
            return Ok(());
        }
        self.records.extend(&live, self.settings.lease).await
    }

    /// Takes over the tasks that run nowhere, and forgets expired ones.
    #[inline]
    async fn sweep(self: &Arc<Self>, server: &Server) -> Result<(), StoreError> {
        self.find_left_behind().await?;
        self.forget_expired();
        loop {
            // Others may take them once the lease expires: half of it is left for the last one
            // begun.
            let until = Instant::now() + self.settings.lease / 2;
            let due = self.records.due(self.settings.lease).await?;
            let mut over = Vec::new();
            let mut runs = false;
            for id in &due {
                if Instant::now() >= until {
                    break;
                }
                match self.take_over(server, id).await {
                    Ok(Takeover::Gone) => over.push(Arc::clone(id)),
                    Ok(Takeover::Running) => runs = true,
                    Ok(Takeover::Settled) => {}
                    // The others are taken over all the same.
                    Err(StoreError::Refused(why)) => {
                        let has_failed = self.records.fail_damaged(id).await?;
                        tracing::warn!(task = &**id, why, has_failed, "could not take over a task");
                    }
                    Err(error) => return Err(error),
                }
            }
            if !over.is_empty() {
                self.records.forget(&over).await?;
            }
            // Other processes that share the store run some of the rest again.
            let is_late = Instant::now() >= until;
            if due.len() < MAX_TAKEN_OVER || is_late || runs && self.settings.store.is_shared() {
                return Ok(());
            }
        }
    }
}

/// Renews the leases of tasks for as long as they are managed. It is separate from `sweep`, so that
/// a slow takeover does not lose the tasks that run here to others.
#[inline]
async fn renew(tasks: Weak<TaskManager>) {
    while let Some(tasks) = tasks.upgrade() {
        if let Err(error) = tasks.renew().await {
            tracing::warn!(%error, "could not renew the leases of running tasks");
        }
        let pause = tasks.settings.lease / 3;
        drop(tasks);
        sleep(pause).await;
    }
}

/// Takes over tasks for as long as their server exists.
#[inline]
async fn sweep(tasks: Weak<TaskManager>, server: Weak<Inner>, session_config: Arc<SessionConfig>) {
    while let Some(inner) = server.upgrade() {
        let server = Server::outermost(inner, Arc::clone(&session_config));
        let Some(tasks) = tasks.upgrade() else { return };
        if let Err(error) = tasks.sweep(&server).await {
            tracing::warn!(%error, "could not look for tasks of processes that have ended");
        }
        let pause = tasks.settings.lease / 3;
        drop((server, tasks));
        sleep(pause).await;
    }
}
