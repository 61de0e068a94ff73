//! Tasks whose processes have ended: they are run again if their tools allow it, or failed.

use std::sync::Arc;

use tokio::time::Instant;

use super::TaskManager;
use super::live::LiveTask;
use super::plan::TaskSystem;
use super::record::{Outcome, StoredCall, TaskRecord};
use super::records::DAMAGED;
use super::session::TaskSession;
use crate::caller::Caller;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{BackChannel, Params, RequestContext};
use crate::server::asking::Runner;
use crate::server::response::Step;
use crate::server::{Context, Reply, Response, Server};
use crate::store::StoreError;

/// The error of a task that cannot be run again.
pub(super) const STOPPED: &str = "the server stopped while the task ran";

/// The error of a task whose call was dropped while it became one.
const UNSEEN: &str =
    "the request that created this task was cancelled before the server responded to it";

/// The outcome of taking over a task that was due.
pub(super) enum Takeover {
    /// It runs again.
    Running,
    /// It is checked again when it expires, or by the process that runs it.
    Settled,
    /// Its record is gone, or has expired.
    Gone,
}

impl TaskManager {
    /// Takes over what an earlier process has left, if that has not been done.
    #[inline]
    pub(super) async fn find_left_behind(&self) -> Result<(), StoreError> {
        self.found.get_or_try_init(|| self.take_up_left_behind()).await.copied()
    }

    /// Charges the tasks that an earlier process has left to their callers, and lets them be run
    /// again at once.
    #[inline]
    async fn take_up_left_behind(&self) -> Result<(), StoreError> {
        let mut unfinished = Vec::new();
        for (record, call) in self.records.left_behind().await? {
            if record.head.worker != self.worker && !self.is_known(&record.id) {
                // As the stored bytes, as its text, and parsed.
                self.charge(&record, 3 * call);
                if !record.head.stage.is_terminal() {
                    unfinished.push(record.id.as_ref().into());
                }
            }
        }
        self.records.release(&unfinished).await
    }

    #[inline]
    pub(super) async fn take_over(
        self: &Arc<Self>,
        server: &Server,
        id: &Arc<str>,
    ) -> Result<Takeover, StoreError> {
        let mut again = false;
        let mut is_ours = false;
        let mut take = |record: &mut TaskRecord| {
            is_ours = record.is_run_by(&self.worker, record.head.attempt);
            if is_ours && self.is_known(id) {
                return false;
            }
            let most = record.head.attempts.filter(|_| !is_ours);
            again = !record.head.stage.is_terminal()
                && !record.is_expired()
                && most.is_some_and(|most| {
                    record.head.attempt.saturating_sub(record.head.spared) < most
                });
            if again {
                record.head.attempt += 1;
                record.head.worker.clone_from(&self.worker);
                return true;
            }
            record.fail(if is_ours { UNSEEN } else { STOPPED })
        };
        let taken = self.change(id, &mut take).await?;
        let Some(record) = taken else { return Ok(Takeover::Gone) };
        if again {
            return match self.run_again(server, id, record).await? {
                Ok(()) => Ok(Takeover::Running),
                Err(response) => self.give_up(id, response).await,
            };
        }
        self.settled(record).await
    }

    /// Exempts an attempt from the limit: another process took the task over while this one was
    /// late to renew its lease, but alive. The limit is for tasks that end their processes.
    #[inline]
    pub(super) async fn spare(&self, id: &str, attempt: u32) {
        let mut spare = |record: &mut TaskRecord| {
            let spares = record.is_run_after(attempt) && record.head.spared < attempt;
            record.head.spared += u32::from(spares);
            spares
        };
        if self.records.change(id, &mut spare, |_| Ok(())).await.is_err() {
            tracing::debug!(task = id, "could not exempt an attempt from the limit on attempts");
        }
    }

    /// Fails a task that cannot be run again.
    #[inline]
    async fn give_up(&self, id: &str, response: Response) -> Result<Takeover, StoreError> {
        let (stage, message, outcome) = Outcome::of(response);
        let mut end =
            |record: &mut TaskRecord| record.end(stage, message.clone(), Some(outcome.clone()));
        match self.change(id, &mut end).await? {
            Some(record) => self.settled(record).await,
            None => Ok(Takeover::Gone),
        }
    }

    /// Finishes with a task that is not run again.
    #[inline]
    async fn settled(&self, record: TaskRecord) -> Result<Takeover, StoreError> {
        if record.is_expired() {
            return Ok(Takeover::Gone);
        }
        if record.head.stage.is_terminal() {
            self.records.set_ended(&record).await?;
        }
        Ok(Takeover::Settled)
    }

    /// Runs the call of a task again, with what it has learned; returns a response if it cannot be
    /// run.
    #[inline]
    async fn run_again(
        self: &Arc<Self>,
        server: &Server,
        id: &Arc<str>,
        record: TaskRecord,
    ) -> Result<Result<(), Response>, StoreError> {
        let gone = || Err(ErrorObject::internal("the tool of the task no longer exists"));
        let call = match self.records.call(id).await {
            Ok(Some(call)) => call,
            Ok(None) => return Ok(Err(gone())),
            Err(StoreError::Refused(_)) => return Ok(Err(Err(ErrorObject::internal(DAMAGED)))),
            Err(error) => return Err(error),
        };
        let current = server.current();
        let mut tools = current.catalog.tools.iter();
        let Some(tool) = tools.find(|tool| tool.tool.name == record.head.tool) else {
            return Ok(Err(gone()));
        };
        let request = request_of(id, &call, record.head.caller());
        let mut context = Context::new(server.clone(), request.clone());
        let arguments = call.arguments.as_deref().unwrap_or("{}");
        context.set_runner(self.again(server, record, request, arguments.len()), false);
        context.asking().set_rerun();
        let params = format!("{{\"arguments\":{arguments}}}");
        let step = Params::scan(Some(&params))
            .and_then(|params| tool.handler.call(&mut context, &params))
            .unwrap_or_else(|error| Step::Ready(Err(error)));
        Ok(match step {
            Step::Ready(Err(error)) => Err(Err(error)),
            // A tool error would ask the client, which is not involved, to correct them.
            Step::Ready(Ok(_)) => Err(Err(ErrorObject::internal(
                "the tool of the task no longer accepts its arguments",
            ))),
            Step::Pending(call) => {
                tokio::spawn(call);
                Ok(())
            }
        })
    }

    /// Runs a call as the task that it was before.
    #[inline]
    fn again(
        self: &Arc<Self>,
        server: &Server,
        record: TaskRecord,
        request: RequestContext,
        stored: usize,
    ) -> Runner {
        let tasks = Arc::clone(self);
        let server = server.clone();
        Box::new(move |call| {
            Box::pin(async move {
                let Some(asking) = call.asking().cloned() else {
                    return Err(ErrorObject::internal("the call has ended"));
                };
                let id: Arc<str> = record.id.as_ref().into();
                let attempt = record.head.attempt;
                let expires = Instant::now() + record.left();
                let is_core = TaskSystem::of(request.version) == Some(TaskSystem::Core);
                let session = is_core.then(|| TaskSession::without_client(&id));
                // It was charged when it was created, in a process that is gone.
                tasks.charge(&record, stored + call.weight());
                let live = LiveTask::begin(&id, asking, session, &request, record.journal, attempt);
                tasks.set_live(&live);
                tasks.run(server, live, call, expires, attempt).await;
                Reply::settled(None)
            })
        })
    }
}

/// The request that started a task, as far as it is known.
#[inline]
fn request_of(id: &str, call: &StoredCall, caller: Caller) -> RequestContext {
    let id = format!("task {id}");
    let back = BackChannel::results();
    let request = RequestContext::unsent(&*id, call.version, call.client(), back);
    RequestContext { caller, ..request }
}
