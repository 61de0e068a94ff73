//! The leases of tasks: those of this process are renewed, tasks whose lease has run out are taken over, and
//! what is not kept any more is forgotten.

use std::sync::{Arc, Weak};

use tokio::time::{Instant, sleep};

use super::TaskManager;
use super::records::MAX_TAKEN_OVER;
use super::resume::Taken;
use crate::server::{Handle, Inner, Server};
use crate::session::SessionConfig;
use crate::store::StoreError;

impl TaskManager {
    /// Looks after the tasks of this process, and of those that have ended, from now on.
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

    /// Says which tasks run here.
    async fn renew(&self) -> Result<(), StoreError> {
        let live: Vec<_> = self.all_live().iter().map(|live| Arc::clone(&live.id)).collect();
        if live.is_empty() {
            return Ok(());
        }
        self.records.extend(&live, self.settings.lease).await
    }

    /// Takes over the tasks that run nowhere, and forgets what is over.
    async fn sweep(self: &Arc<Self>, server: &Server) -> Result<(), StoreError> {
        self.find_left_behind().await?;
        self.forget_expired();
        loop {
            // From then on others may take them: half of the lease is left for the last that is begun.
            let until = Instant::now() + self.settings.lease / 2;
            let due = self.records.due(self.settings.lease).await?;
            let (mut over, mut runs) = (Vec::new(), false);
            for id in &due {
                if Instant::now() >= until {
                    break;
                }
                match self.take_over(server, id).await {
                    Ok(Taken::Over) => over.push(Arc::clone(id)),
                    Ok(Taken::Runs) => runs = true,
                    Ok(Taken::Ended) => {}
                    // The others are taken over all the same.
                    Err(StoreError::Refused(why)) => {
                        let has_failed = self.records.fail_damaged(id).await?;
                        tracing::warn!(task = &**id, why, has_failed, "a task is not taken over");
                    }
                    Err(error) => return Err(error),
                }
            }
            if !over.is_empty() {
                self.records.forget(&over).await?;
            }
            // Others that share the store take their part of what is to be run again.
            let is_late = Instant::now() >= until;
            if due.len() < MAX_TAKEN_OVER || is_late || runs && self.settings.store.is_shared() {
                return Ok(());
            }
        }
    }
}

/// Renews the leases of tasks for as long as they are looked after. Apart from `sweep`, so that however long it
/// takes to take tasks over, those that run here are not lost to others.
async fn renew(tasks: Weak<TaskManager>) {
    while let Some(tasks) = tasks.upgrade() {
        if let Err(error) = tasks.renew().await {
            tracing::warn!(%error, "the leases of tasks that run here were not renewed");
        }
        let pause = tasks.settings.lease / 3;
        drop(tasks);
        sleep(pause).await;
    }
}

/// Looks after tasks for as long as their server is there.
async fn sweep(tasks: Weak<TaskManager>, server: Weak<Inner>, session_config: Arc<SessionConfig>) {
    while let Some(inner) = server.upgrade() {
        let server = Server(Arc::new(Handle {
            inner,
            session_config: Arc::clone(&session_config),
            network: None,
        }));
        let Some(tasks) = tasks.upgrade() else { return };
        if let Err(error) = tasks.sweep(&server).await {
            tracing::warn!(%error, "tasks of processes that have ended cannot be looked for");
        }
        let pause = tasks.settings.lease / 3;
        drop((server, tasks));
        sleep(pause).await;
    }
}
