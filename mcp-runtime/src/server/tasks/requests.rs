//! The requests about tasks: `tasks/get`, `tasks/result`, `tasks/update` and `tasks/cancel`. The list
//! of tasks is in `list`.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use serde_json::value::RawValue;
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::list::list;
use super::plan::{TaskSystem, is_declared, undeclared};
use super::record::{Stage, TaskRecord};
use super::records::{ChangeError, POLL_INTERVAL, Records, unavailable};
use super::service::{BorrowedFuture, TaskService, ToolOfTask};
use super::session::TaskSession;
use super::start::NewTask;
use super::status_cache::RecordState;
use super::{TaskManager, is_id, result};
use crate::jsonrpc::{
    ErrorObject, Scan, SyntaxError, string, truncate_for_display, write_notification,
};
use crate::negotiation::{Params, RawAnswer, SubscriptionSet, Topic, check_count};
use crate::protocol::{InputRequests, Meta, Method, ProtocolVersion};
use crate::server::response::{BoxFuture, Step};
use crate::server::{Context, Reply, Response, Server, not_offered};

/// The maximum size of the answers of one `tasks/update` in bytes, and their maximum number.
const LONGEST_ANSWERS: usize = 4 * 1024 * 1024;
const MAX_ANSWERS: usize = 1000;

/// A request about a task.
struct TaskRequest {
    tasks: Arc<TaskManager>,
    context: Context,
    system: TaskSystem,
    id: String,
}

impl TaskService for TaskManager {
    #[inline]
    fn may_become_task(
        self: Arc<Self>,
        context: &mut Context,
        tool: ToolOfTask<'_>,
        params: &Params<'_>,
    ) -> Result<(), ErrorObject> {
        let request = context.request();
        let Some(plan) = self.plan(tool.name, tool.def, request, params)? else {
            return Ok(());
        };
        let is_manual = plan.def.manual;
        let task = NewTask::new(plan, tool, request, params);
        let runner = task.runner(context.server().clone(), self);
        context.set_runner(runner, is_manual);
        Ok(())
    }

    #[inline]
    fn request(
        self: Arc<Self>,
        context: Context,
        method: Method,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let system = TaskSystem::of(context.version()).ok_or_else(|| not_offered(method))?;
        if system == TaskSystem::Extension && !is_declared(context.request()) {
            return Err(undeclared());
        }
        self.look_after(context.server());
        if method == Method::ListTasks {
            return list(self, &context, params.cursor);
        }
        let id = params
            .task_id
            .and_then(string)
            .ok_or_else(|| ErrorObject::invalid_params("`taskId` must be a string"))?;
        let answers = match method {
            Method::UpdateTask => checked(params.input_responses)?.to_owned(),
            _ => String::new(),
        };
        let request = TaskRequest { tasks: self, context, system, id: id.into_owned() };
        // The most frequent request does not pay for the size of the others.
        Ok(match method {
            Method::GetTask => Step::of_short_request(method, async move { request.get().await }),
            _ => Step::of_request(method, async move {
                match method {
                    Method::GetTaskPayload => request.result().await,
                    Method::UpdateTask => request.update(&answers).await,
                    _ => request.cancel().await,
                }
            }),
        })
    }

    fn check_listener(&self, context: &Context, ids: &[String]) -> Result<(), ErrorObject> {
        if !is_declared(context.request()) {
            return Err(undeclared());
        }
        check_count("taskIds", "tasks", ids.len())
    }

    #[inline]
    fn listen<'a>(
        &'a self,
        context: &'a Context,
        subscriptions: &'a SubscriptionSet,
        ids: Vec<String>,
    ) -> BorrowedFuture<'a, Result<Vec<String>, ErrorObject>> {
        Box::pin(async move {
            let mut agreed = Vec::new();
            for id in ids {
                let topic = Topic::Task(id.as_str().into());
                // Subscribed before the record is read, so that no change is missed.
                subscriptions.add(topic.clone());
                match self.read_own(context, &id).await? {
                    Some(record) => {
                        if record.head.stage.is_terminal() {
                            subscriptions.notify(&topic);
                        }
                        agreed.push(id);
                    }
                    None => subscriptions.remove(&topic),
                }
            }
            Ok(agreed)
        })
    }

    #[inline]
    fn questions(&self, json: &RawValue) -> serde_json::Result<InputRequests> {
        serde_json::from_str(json.get())
    }

    #[inline]
    fn changed<'a>(
        &'a self,
        id: &'a str,
        version: ProtocolVersion,
        meta: Option<&'a Meta>,
    ) -> BorrowedFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            let record = self.records.read_any(id).await.ok()??;
            let mut task = result::detailed(&record, version);
            task.meta = meta.cloned().unwrap_or_default().into();
            let mut message = Vec::new();
            write_notification(&mut message, Method::TaskChanged.name(), &task);
            Some(message)
        })
    }

    #[inline]
    fn on_change(&self, id: Option<&str>) {
        // There may be no receiver.
        let _ = self.changes.send(id.unwrap_or_default().into());
        let live = match id {
            Some(id) => self.live(id).into_iter().collect(),
            None => self.all_live(),
        };
        for live in live {
            live.updates.want(|wanted| wanted.is_changed = true);
        }
    }

    #[inline]
    fn begin(self: Arc<Self>, server: &Server) {
        self.look_after(server);
    }

    #[inline]
    fn end(self: Arc<Self>, drain: Duration) -> BoxFuture<()> {
        Box::pin(async move {
            if let Err(error) = self.leave_all(drain).await {
                tracing::warn!(%error, "could not hand over the running tasks at shutdown");
            }
        })
    }
}

impl TaskManager {
    /// Reads a task of the caller of a request; a task of another caller counts as missing.
    async fn read_own(
        &self,
        context: &Context,
        id: &str,
    ) -> Result<Option<TaskRecord>, ErrorObject> {
        if !is_id(id) {
            return Ok(None);
        }
        let record = self.records.read(id).await.map_err(|error| unavailable(&error))?;
        Ok(record.filter(|record| is_own(context, record)))
    }
}

/// Whether a task belongs to the caller of a request.
#[inline]
fn is_own(context: &Context, record: &TaskRecord) -> bool {
    let is_own = record.head.owner.as_deref() == context.caller().principal();
    if !is_own {
        tracing::warn!(task = %record.id, "a caller asked for the task of another caller");
    }
    is_own
}

impl TaskRequest {
    async fn read(&self) -> Result<TaskRecord, ErrorObject> {
        let record = self.tasks.read_own(&self.context, &self.id).await?;
        record.ok_or_else(|| unknown(&self.id))
    }

    async fn get(&self) -> Response {
        let tasks = &self.tasks;
        let context = &self.context;
        let id = &*self.id;
        if !is_id(id) {
            return Err(unknown(id));
        }
        let revision = context.version();
        let caller = context.caller().principal();
        // Most polls find the task unchanged, so only its version is read first.
        let state = tasks
            .records
            .state(id)
            .await
            .map_err(|error| unavailable(&error))?
            .ok_or_else(|| unknown(id))?;
        if let Some(answer) = tasks.status_cache.answer(id, &state, caller, revision) {
            return Ok(Reply::Encoded(answer));
        }
        let found = tasks
            .records
            .find(id)
            .await
            .map_err(|error| unavailable(&error))?
            .ok_or_else(|| unknown(id))?;
        let state = RecordState::of(&found);
        let decoded = Records::decode(id, found).map_err(|error| unavailable(&error))?;
        let record = Some(decoded)
            .filter(|record| !record.is_expired() && is_own(context, record))
            .ok_or_else(|| unknown(id))?;
        self.ask_here(&record);
        let response = result::state(&record, self.system, revision, context.server());
        if let Ok(Reply::Encoded(answer)) = &response {
            tasks.status_cache.keep(state, &record, revision, answer);
        }
        response
    }

    /// Waits until the task has ended, and returns the response that its call would have had.
    async fn result(&self) -> Response {
        let live = self.tasks.live(&self.id);
        let session = match &live {
            Some(live) => live.session.clone(),
            None => TaskSession::of(&self.id.as_str().into(), self.context.request()),
        };
        let _reader = session.as_ref().map(|of| of.read_by(&self.context.request().peer));
        // If another replica runs the task, it cannot reach the stream of this request.
        let here = session.filter(|_| live.is_none());
        let mut changed = live.as_ref().map(|live| live.changed.subscribe());
        let mut changes = self.tasks.changes.subscribe();
        loop {
            let record = self.read().await?;
            if let Some(here) = &here {
                here.ask(&record.journal.requests);
            }
            if let Some(response) = result::outcome(&record) {
                return response;
            }
            self.ask_here(&record);
            let is_notified = match &mut changed {
                // Also when the task no longer runs here.
                Some(changed) => changed.changed().await.is_ok(),
                None => false,
            };
            if !is_notified {
                tokio::select! {
                    _ = timeout(POLL_INTERVAL, change_of(&mut changes, &self.id)) => {}
                    (key, answer) = TaskSession::next_answer(here.as_deref()) => {
                        self.pass_on(&key, answer).await?;
                    }
                }
            }
        }
    }

    /// Stores the answer to a question of a task that another replica runs.
    async fn pass_on(&self, key: &str, answer: RawAnswer) -> Result<(), ErrorObject> {
        match answer {
            Ok(answer) => self.update(&json!({ key: answer }).to_string()).await.map(drop),
            // The session is gone: another one may ask again.
            Err(error) if error.is_closed() => Ok(()),
            Err(error) => Err(ErrorObject::internal(format!(
                "the answer could not be passed to the task: {error}"
            ))),
        }
    }

    /// Asks the questions of the task in the session of the request.
    #[inline]
    fn ask_here(&self, record: &TaskRecord) {
        if record.head.stage == Stage::Asks
            && let Some(live) = self.tasks.live(&self.id)
            && let Some(session) = &live.session
        {
            session.switch(self.context.request());
            session.ask(&record.journal.requests);
            live.updates.added.notify_one();
        }
    }

    async fn update(&self, answers: &str) -> Response {
        self.read().await?;
        let mut refused = None;
        let mut answer = |record: &mut TaskRecord| {
            let answered = record.answer(answers);
            answered.unwrap_or_else(|error| {
                refused = Some(error);
                false
            })
        };
        let answered = self.tasks.change(&self.id, &mut answer).await;
        let record = answered.map_err(change_error)?;
        self.notify(record.as_ref());
        Reply::settled(refused)
    }

    async fn cancel(&self) -> Response {
        let before = self.read().await?;
        if self.system == TaskSystem::Core && before.head.stage.is_terminal() {
            return Err(has_ended(&before));
        }
        let mut is_cancelled = false;
        let mut cancel = |record: &mut TaskRecord| {
            is_cancelled = record.end(Stage::Cancelled, None, None);
            is_cancelled
        };
        let cancelled = self.tasks.change(&self.id, &mut cancel).await;
        let record = cancelled.map_err(change_error)?.ok_or_else(|| unknown(&self.id))?;
        if is_cancelled {
            self.notify(Some(&record));
            // The process that runs the task may be gone, so this is not left to it.
            let _ = self.tasks.records.set_ended(&record).await;
        }
        match self.system {
            TaskSystem::Extension => Reply::settled(None),
            TaskSystem::Core if is_cancelled => {
                result::state(&record, self.system, self.context.version(), self.context.server())
            }
            TaskSystem::Core => Err(has_ended(&record)),
        }
    }

    /// Notifies the process that runs the task, and its subscribers, that the record has changed.
    #[inline]
    fn notify(&self, record: Option<&TaskRecord>) {
        let Some(record) = record else { return };
        match self.tasks.live(&self.id) {
            Some(live) => {
                live.updates.want(|wanted| wanted.is_changed = true);
                live.notify(record, self.context.server());
            }
            None => self.context.server().announce(&Topic::Task(self.id.as_str().into())),
        }
    }
}

/// Waits until another replica may have changed a task.
async fn change_of(changes: &mut broadcast::Receiver<Arc<str>>, task: &str) {
    while let Ok(id) = changes.recv().await {
        if id.is_empty() || *id == *task {
            return;
        }
    }
}

/// The error for a record that was not changed.
#[inline]
fn change_error(why: ChangeError) -> ErrorObject {
    match why {
        ChangeError::Store(error) => unavailable(&error),
        ChangeError::NoRoom(hit) => hit.into(),
    }
}

/// The error for a task that does not exist, or that belongs to another caller.
fn unknown(id: &str) -> ErrorObject {
    let id = truncate_for_display(id);
    ErrorObject::invalid_params(format!("task {id:?} does not exist or has expired"))
}

#[inline]
fn has_ended(record: &TaskRecord) -> ErrorObject {
    let value = serde_json::to_value(record.head.stage.core_status()).unwrap_or_default();
    let status = value.as_str().unwrap_or_default();
    ErrorObject::invalid_params(format!("the task has already ended: its status is `{status}`"))
}

/// Checks the answers of a `tasks/update`, which are parsed only as far as needed.
#[inline]
fn checked(answers: Option<&str>) -> Result<&str, ErrorObject> {
    let wrong = || ErrorObject::invalid_params("`inputResponses` must be an object");
    let answers = answers.filter(|answers| answers.starts_with('{')).ok_or_else(wrong)?;
    if answers.len() > LONGEST_ANSWERS {
        return Err(ErrorObject::invalid_params(format!(
            "`inputResponses` may be at most {LONGEST_ANSWERS} bytes long, not {}",
            answers.len()
        )));
    }
    let mut count = 0;
    let read = Scan::new(answers).members::<SyntaxError>(|_, scan| {
        count += 1;
        scan.value().map(drop)
    });
    read.map_err(|_| wrong())?;
    if count > MAX_ANSWERS {
        let why = format!("`inputResponses` may have at most {MAX_ANSWERS} answers, not {count}");
        return Err(ErrorObject::invalid_params(why));
    }
    Ok(answers)
}
