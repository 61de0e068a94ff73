//! Turns a call into a task: creates its record, and continues it without its request.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::live::LiveTask;
use super::plan::{TaskPlan, TaskSystem};
use super::record::{FORMAT, Head, Stage, StoredCall};
use super::records::{json, unavailable};
use super::service::ToolOfTask;
use super::session::TaskSession;
use super::{TaskManager, new_id, result};
use crate::caller::Caller;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Params, RequestContext};
use crate::server::asking::{Runner, SuspendableCall, TaskJournal};
use crate::server::{Response, Server};

/// A call that becomes a task.
pub(super) struct NewTask {
    plan: TaskPlan,
    tool: String,
    request: RequestContext,
    /// As JSON text.
    arguments: Option<String>,
    /// Whether it begins as a plain call.
    is_later: bool,
}

impl NewTask {
    #[inline]
    pub(super) fn new(
        plan: TaskPlan,
        tool: ToolOfTask<'_>,
        request: &RequestContext,
        params: &Params<'_>,
    ) -> Self {
        let may_be_later = plan.def.manual || plan.def.grace.is_some() || tool.is_confirmed;
        // A client that has requested a task accepts nothing else, even if the call is done at
        // once.
        let is_later = may_be_later && plan.system == TaskSystem::Extension;
        Self {
            plan,
            tool: tool.name.to_owned(),
            request: request.clone(),
            arguments: params.arguments.raw.map(str::to_owned),
            is_later,
        }
    }

    /// Runs the call until it becomes a task, or is done.
    #[inline]
    pub(super) fn runner(self, server: Server, tasks: Arc<TaskManager>) -> Runner {
        Box::new(move |mut call| {
            Box::pin(async move {
                if self.is_later
                    && let Some(response) = before(&mut call, self.plan.def.grace).await
                {
                    return response;
                }
                self.start(&server, &tasks, call).await
            })
        })
    }

    #[inline]
    async fn start(
        self,
        server: &Server,
        tasks: &Arc<TaskManager>,
        call: SuspendableCall,
    ) -> Response {
        let Some(asking) = call.asking().cloned() else {
            return Err(ErrorObject::internal("the call has ended"));
        };
        tasks.find_left_behind().await.map_err(|error| unavailable(&error))?;
        // The call is stored only if it may be run again.
        let stored = self.plan.def.attempts.map(|_| json(&self.stored()));
        let bytes = call.weight() + stored.as_ref().map_or(0, Vec::len);
        let id = new_id()?;
        let beginning = match tasks.reserve(&id, &self.request.caller.by_address(), bytes) {
            Ok(beginning) => beginning,
            // Only a client that has requested a task cannot take a result.
            Err(_) if self.plan.system == TaskSystem::Extension && !self.plan.def.required => {
                asking.stay_call();
                return call.await;
            }
            Err(hit) => return Err(hit.into()),
        };
        let records = &tasks.records;
        let head = self.head(tasks);
        let known = asking.task_journal();
        let lease = tasks.settings.lease;
        let created = records.create(&id, &head, stored.as_deref(), known.as_ref(), lease).await;
        let made = match created {
            Ok(()) => records.read(&id).await,
            Err(error) => Err(error),
        };
        let record = match made {
            Ok(Some(record)) => record,
            Ok(None) => {
                return Err(ErrorObject::busy("the task could not be stored; try again later"));
            }
            Err(error) => return Err(unavailable(&error)),
        };
        let session = match self.plan.system {
            TaskSystem::Core => TaskSession::of(&id, &self.request),
            TaskSystem::Extension => None,
        };
        let live = LiveTask::begin(&id, asking, session, &self.request, TaskJournal::default(), 1);
        let expires = Instant::now() + record.left();
        tasks.set_live(&live);
        beginning.has_begun();
        tokio::spawn(Arc::clone(tasks).run(server.clone(), live, call, expires, 1));
        tasks.look_after(server);
        let immediate = self.plan.def.immediate;
        result::created(&record, self.plan.system, immediate, self.request.version, server)
    }

    #[inline]
    fn head(&self, tasks: &TaskManager) -> Head {
        let TaskPlan { system, def, ttl, poll } = &self.plan;
        let millis = crate::clock::millis;
        // The core system has a separate field for it.
        let immediate = def.immediate.filter(|_| *system == TaskSystem::Extension);
        Head {
            format: FORMAT,
            tool: self.tool.clone(),
            owner: self.request.caller.principal().map(str::to_owned),
            address: match self.request.caller.by_address() {
                Caller::Address(address) => Some(address),
                _ => None,
            },
            stage: Stage::Working,
            message: immediate.map(str::to_owned),
            updated: 0,
            ttl: millis(*ttl),
            poll: millis(*poll),
            worker: tasks.worker.clone(),
            attempt: 1,
            spared: 0,
            attempts: def.attempts,
        }
    }

    #[inline]
    fn stored(&self) -> StoredCall {
        let client = &self.request.client;
        StoredCall {
            version: self.request.version,
            client: client.info.clone(),
            capabilities: client.capabilities.clone(),
            arguments: self.arguments.clone(),
        }
    }
}

/// Runs a call until it becomes a task; returns its response if it completes before.
#[inline]
async fn before(call: &mut SuspendableCall, grace: Option<Duration>) -> Option<Response> {
    let asking = call.asking().cloned()?;
    let mut grace = pin!(async move {
        match grace {
            Some(grace) => sleep(grace).await,
            None => std::future::pending().await,
        }
    });
    poll_fn(|cx| {
        if let Poll::Ready(response) = Pin::new(&mut *call).poll(cx) {
            return Poll::Ready(Some(response));
        }
        if asking.wants_task() || grace.as_mut().poll(cx).is_ready() {
            return Poll::Ready(None);
        }
        Poll::Pending
    })
    .await
}
