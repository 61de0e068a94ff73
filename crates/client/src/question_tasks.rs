//! The questions of a legacy server that became tasks of this client.
//!
//! Source: [2025-11-25, "Tasks"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks).

use std::collections::HashMap;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::handlers::MAX_QUESTIONS;
use crate::clock::{iso, millis, now};
use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::protocol::{Task, TaskStatus, shortened};
use crate::random;

/// How many questions of a server may be tasks at once, including those that are kept for their
/// ttl.
const MAX_QUESTION_TASKS: usize = 256;

/// The ttl of a task, if the server does not request one.
const TTL: Duration = Duration::from_secs(60 * 60);

/// The minimum ttl, whatever the server requests.
const MIN_TTL: Duration = Duration::from_secs(10);

/// The maximum ttl, whatever the server requests.
const MAX_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a server should wait between polls.
const POLL: Duration = Duration::from_secs(1);

/// The outcome of a question that became a task.
pub(super) type QuestionOutcome = Result<Box<RawValue>, ErrorObject>;

/// The questions that are tasks.
#[derive(Default)]
pub(super) struct QuestionTasks(pub(super) crate::sync::Mutex<QuestionTaskTable>);

#[derive(Default)]
pub(super) struct QuestionTaskTable {
    /// By their ids.
    tasks: HashMap<String, QuestionTask>,
    /// How much memory they need, in bytes.
    bytes: usize,
    /// When the last one ended.
    last: Option<Instant>,
}

struct QuestionTask {
    task: Task,
    bytes: usize,
    /// The job that answers it, and then removes it.
    run: Option<AbortHandle>,
    stage: Stage,
}

enum Stage {
    /// A handler is answering it. The sender is dropped when the task ends.
    Runs(watch::Sender<()>),
    Ended(QuestionOutcome),
}

/// A task that was just created.
pub(super) struct NewQuestionTask {
    pub(super) task: Task,
    /// When it is removed, whatever its status.
    pub(super) expires: Instant,
    /// Changes when the task ends.
    pub(super) ending: watch::Receiver<()>,
}

impl QuestionTasks {
    /// When the server last waited for an answer.
    pub(super) fn last_asked(&self) -> Option<Instant> {
        let table = self.0.lock();
        if table.running() == 0 { table.last } else { Some(Instant::now()) }
    }

    /// Creates a task for a question that needs this many bytes.
    ///
    /// # Errors
    ///
    /// If it does not fit; the error is the response to the server.
    pub(super) fn open(
        &self,
        ttl: Option<u64>,
        bytes: usize,
        limit: usize,
    ) -> Result<NewQuestionTask, ErrorObject> {
        let ttl = ttl.map_or(TTL, Duration::from_millis).clamp(MIN_TTL, MAX_TTL);
        let id = random::id().map_err(|error| ErrorObject::internal(error.to_string()))?;
        let mut task = Task::new(id, iso(now()));
        (task.ttl, task.poll_interval) = (Some(millis(ttl)), Some(millis(POLL)));
        let (alive, ending) = watch::channel(());
        let mut table = self.0.lock();
        table.check_room(bytes, limit)?;
        table.bytes += bytes;
        let made = QuestionTask { task: task.clone(), bytes, run: None, stage: Stage::Runs(alive) };
        table.tasks.insert(task.task_id.clone(), made);
        Ok(NewQuestionTask { task, expires: Instant::now() + ttl, ending })
    }

    /// Sets the job that runs a task, which is aborted if the task is gone.
    pub(super) fn set_run(&self, id: &str, run: AbortHandle) {
        match self.0.lock().tasks.get_mut(id) {
            Some(task) => task.run = Some(run),
            None => run.abort(),
        }
    }

    /// Ends a task, whose outcome has to fit; returns the task, unless it had already ended.
    pub(super) fn end(
        &self,
        id: &str,
        status: TaskStatus,
        outcome: QuestionOutcome,
        limit: usize,
    ) -> Option<Task> {
        let mut table = self.0.lock();
        let others = table.bytes - table.tasks.get(id).filter(|task| task.runs())?.bytes;
        let said = match &outcome {
            Ok(result) => result.get().len(),
            Err(error) => error.message.len(),
        };
        let (status, outcome, bytes) = if others.saturating_add(said) > limit {
            (TaskStatus::Failed, Err(too_heavy(limit)), 0)
        } else {
            (status, outcome, said)
        };
        let task = table.tasks.get_mut(id)?;
        task.bytes = bytes;
        task.task.status = status;
        task.task.last_updated_at = iso(now());
        task.task.status_message = outcome.as_ref().err().map(|error| shortened(&error.message));
        task.stage = Stage::Ended(outcome);
        let ended = task.task.clone();
        (table.bytes, table.last) = (others + bytes, Some(Instant::now()));
        Some(ended)
    }

    /// Cancels a task.
    ///
    /// # Errors
    ///
    /// When it has ended, or does not exist.
    pub(super) fn cancel(&self, id: &str) -> Result<Task, ErrorObject> {
        let outcome = Err(ErrorObject::internal("the task was cancelled"));
        let task = self.get(id)?;
        self.end(id, TaskStatus::Cancelled, outcome, usize::MAX).ok_or_else(|| {
            let value = serde_json::to_value(task.status).unwrap_or_default();
            let status = value.as_str().unwrap_or_default();
            ErrorObject::invalid_params(format!(
                "the task has already ended: its status is `{status}`"
            ))
        })
    }

    /// Returns a task.
    ///
    /// # Errors
    ///
    /// When it does not exist.
    pub(super) fn get(&self, id: &str) -> Result<Task, ErrorObject> {
        let table = self.0.lock();
        table.tasks.get(id).map(|task| task.task.clone()).ok_or_else(|| unknown(id))
    }

    /// All tasks, the newest first.
    pub(super) fn list(&self) -> Vec<Task> {
        let mut tasks: Vec<_> =
            self.0.lock().tasks.values().map(|task| task.task.clone()).collect();
        tasks
            .sort_unstable_by(|a, b| (&b.created_at, &b.task_id).cmp(&(&a.created_at, &a.task_id)));
        tasks
    }

    /// Waits until a task has ended, and returns its outcome.
    pub(super) async fn outcome(&self, id: &str) -> QuestionOutcome {
        loop {
            let mut ending = match &self.0.lock().tasks.get(id).ok_or_else(|| unknown(id))?.stage {
                Stage::Ended(outcome) => return outcome.clone(),
                Stage::Runs(alive) => alive.subscribe(),
            };
            let _ = ending.changed().await;
        }
    }

    /// Removes a task whose ttl is over.
    pub(super) fn forget(&self, id: &str) {
        let mut table = self.0.lock();
        if let Some(task) = table.tasks.remove(id) {
            table.bytes -= task.bytes;
        }
    }

    /// Aborts all tasks: their answers are no longer awaited.
    pub(super) fn end_all(&self) {
        let mut table = self.0.lock();
        table.bytes = 0;
        let runs = table.tasks.drain().filter_map(|(_, task)| task.run);
        runs.for_each(|run| run.abort());
    }
}

impl QuestionTaskTable {
    fn running(&self) -> usize {
        self.tasks.values().filter(|task| task.runs()).count()
    }

    fn check_room(&self, bytes: usize, limit: usize) -> Result<(), ErrorObject> {
        if self.running() >= MAX_QUESTIONS {
            let message = format!("this client answers at most {MAX_QUESTIONS} requests at once");
            return Err(ErrorObject::internal(message));
        }
        if self.tasks.len() >= MAX_QUESTION_TASKS {
            return Err(ErrorObject::internal(format!(
                "this client keeps at most {MAX_QUESTION_TASKS} tasks of a server: request a \
                 shorter `ttl`, or send the request without a task"
            )));
        }
        if self.bytes.saturating_add(bytes) > limit { Err(too_heavy(limit)) } else { Ok(()) }
    }
}

impl QuestionTask {
    fn runs(&self) -> bool {
        matches!(self.stage, Stage::Runs(_))
    }
}

fn too_heavy(limit: usize) -> ErrorObject {
    ErrorObject::internal(format!(
        "the tasks of this client take more than {limit} bytes of memory"
    ))
}

fn unknown(id: &str) -> ErrorObject {
    let id = truncate_for_display(id);
    ErrorObject::invalid_params(format!("there is no task {id:?}, or it has expired"))
}
