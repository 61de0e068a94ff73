//! Tasks whose processes have ended: they are run again, if their tools say so, or failed. And what is
//! not kept any more is forgotten.

use std::sync::{Arc, Weak};

use tokio::time::{Instant, sleep};

use super::TaskManager;
use super::plan::TaskSystem;
use super::record::{Outcome, StoredCall, TaskRecord};
use super::session::TaskSession;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{BackChannel, Caller, Params, RequestContext};
use crate::server::asking::Runner;
use crate::server::step::Step;
use crate::server::{Context, Handle, Inner, Reply, Response, Server};
use crate::session::Terms;
use crate::store::StoreError;

/// What becomes of a task that cannot be run again.
const STOPPED: &str = "the server stopped while the task ran";

impl TaskManager {
    /// Leaves the tasks that run to other processes, or fails them.
    pub(super) async fn leave(&self) -> Result<(), StoreError> {
        let live: Vec<_> = {
            let table = self.table.lock();
            table
                .iter()
                .filter(|(_, known)| known.live.is_some())
                .map(|(id, _)| Arc::clone(id))
                .collect()
        };
        for id in live {
            let mut runs_again = false;
            let left = self.records.change(&id, |record| {
                let runs = !record.head.stage.is_terminal() && record.head.worker == self.worker;
                runs_again = runs && record.head.attempts.is_some();
                if runs_again {
                    // It did not fail, so this does not count.
                    record.head.attempt = record.head.attempt.saturating_sub(1);
                    record.head.worker.clear();
                } else if runs {
                    record.fail(STOPPED);
                }
                runs
            });
            left.await?;
            match runs_again {
                true => self.records.release(&id).await?,
                false => self.records.set_ended(&id).await?,
            }
        }
        Ok(())
    }

    /// Looks after the tasks of this process, and of those that have ended, from now on.
    pub(super) fn look_after(self: &Arc<Self>, server: &Server) {
        if self.sweeps.set(()).is_ok() {
            let terms = Arc::clone(server.terms());
            tokio::spawn(sweep(Arc::downgrade(self), Arc::downgrade(&server.0.inner), terms));
        }
    }

    /// Says which tasks run here, takes over those that run nowhere, and forgets what is over.
    async fn sweep(self: &Arc<Self>, server: &Server) -> Result<(), StoreError> {
        let now = Instant::now();
        let (mut live, mut over) = (Vec::new(), Vec::new());
        for (id, known) in &*self.table.lock() {
            match &known.live {
                Some(_) => live.push(Arc::clone(id)),
                None if known.expires <= now => over.push(Arc::clone(id)),
                None => {}
            }
        }
        over.iter().for_each(|id| self.forget(id));
        if !live.is_empty() {
            self.records.extend(&live, self.settings.lease).await?;
        }
        for id in self.records.due(self.settings.lease).await? {
            if self.live(&id).is_none() {
                self.take_over(server, &id).await?;
            }
        }
        Ok(())
    }

    async fn take_over(self: &Arc<Self>, server: &Server, id: &Arc<str>) -> Result<(), StoreError> {
        let (mut again, mut is_ours) = (false, false);
        let taken = self.records.change(id, |record| {
            // One of this process is about to run.
            is_ours = record.is_run_by(&self.worker, record.head.attempt);
            let is_over = is_ours || record.head.stage.is_terminal() || record.is_expired();
            again = !is_over && record.head.attempts.is_some_and(|most| record.head.attempt < most);
            if again {
                record.head.attempt += 1;
                record.head.worker.clone_from(&self.worker);
            } else if !is_over {
                record.fail(STOPPED);
            }
            !is_over
        });
        match taken.await? {
            Some(record) if again => match self.run_again(server, id, record).await? {
                Ok(()) => Ok(()),
                Err(response) => self.give_up(id, response).await,
            },
            _ if is_ours => Ok(()),
            _ => self.records.set_ended(id).await,
        }
    }

    /// Ends a task that cannot be run again.
    async fn give_up(&self, id: &str, response: Response) -> Result<(), StoreError> {
        let (stage, message, outcome) = Outcome::of(response);
        let end =
            |record: &mut TaskRecord| record.end(stage, message.clone(), Some(outcome.clone()));
        self.records.change(id, end).await?;
        self.records.set_ended(id).await
    }

    /// Runs the call of a task again, with what it has learned; its response, if it cannot be run.
    async fn run_again(
        self: &Arc<Self>,
        server: &Server,
        id: &Arc<str>,
        record: TaskRecord,
    ) -> Result<Result<(), Response>, StoreError> {
        let gone = || Err(ErrorObject::internal("the tool of the task is not there any more"));
        let Some(call) = self.records.call(id).await? else { return Ok(Err(gone())) };
        let current = server.current();
        let mut tools = current.catalog.tools.iter();
        let Some(tool) = tools.find(|tool| tool.tool.name == record.head.tool) else {
            return Ok(Err(gone()));
        };
        let request = request_of(id, &call, record.head.owner.as_deref());
        let mut context = Context::new(server.clone(), request.clone());
        context.set_runner(self.again(server, record, request), false);
        let arguments = call.arguments.as_deref().unwrap_or("{}");
        let params = format!("{{\"arguments\":{arguments}}}");
        let step = Params::scan(Some(&params))
            .and_then(|params| tool.handler.call(&mut context, &params))
            .unwrap_or_else(|error| Step::Ready(Err(error)));
        Ok(match step {
            Step::Ready(Err(error)) => Err(Err(error)),
            // An error of the tool would tell the client, which has no part in it, to mend them.
            Step::Ready(Ok(_)) => Err(Err(ErrorObject::internal(
                "the tool of the task does not take its arguments any more",
            ))),
            Step::Pending(call) => {
                tokio::spawn(call);
                Ok(())
            }
        })
    }

    /// Runs a call as the task that it was before.
    fn again(
        self: &Arc<Self>,
        server: &Server,
        record: TaskRecord,
        request: RequestContext,
    ) -> Runner {
        let (tasks, server) = (Arc::clone(self), server.clone());
        Box::new(move |call| {
            Box::pin(async move {
                let Some(asking) = call.asking().cloned() else {
                    return Err(ErrorObject::internal("the call is over"));
                };
                let (id, attempt): (Arc<str>, _) = (record.id.as_ref().into(), record.head.attempt);
                let expires = Instant::now() + record.left();
                let is_core = TaskSystem::of(request.version) == Some(TaskSystem::Core);
                let session = is_core.then(|| TaskSession::without_client(&id));
                let live = tasks.go_live(&id, asking, session, &request, record.journal, attempt);
                // Its caller paid for it when it was made, in a process that is gone.
                tasks.add(&live, None, expires);
                tasks.run(server, live, call, expires, attempt).await;
                Reply::settled(None)
            })
        })
    }
}

/// The request that a task began as, as far as it is known.
fn request_of(id: &str, call: &StoredCall, owner: Option<&str>) -> RequestContext {
    let id = format!("task {id}");
    let back = BackChannel::results();
    let request = RequestContext::unsent(&*id, call.version, call.client(), back);
    let caller = owner.map_or(Caller::Anonymous, |owner| Caller::Principal(owner.into()));
    RequestContext { caller, ..request }
}

/// Looks after tasks for as long as their server is there.
async fn sweep(tasks: Weak<TaskManager>, server: Weak<Inner>, terms: Arc<Terms>) {
    if let Some(tasks) = tasks.upgrade()
        && let Err(error) = tasks.records.begin().await
    {
        tracing::warn!(%error, "tasks of an earlier process are taken over only after a while");
    }
    while let Some(inner) = server.upgrade() {
        let server = Server(Arc::new(Handle { inner, terms: Arc::clone(&terms) }));
        let Some(tasks) = tasks.upgrade() else { return };
        if let Err(error) = tasks.sweep(&server).await {
            tracing::warn!(%error, "tasks of processes that have ended cannot be looked for");
        }
        let pause = tasks.settings.lease / 3;
        drop((server, tasks));
        sleep(pause).await;
    }
}
