//! Follows a task to its end: looks at it whenever it may have changed, and answers its questions.

use std::collections::HashSet;
use std::future::pending;
use std::pin::Pin;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

use super::{ServerTask, TaskSnapshot, has_code};
use crate::call::ClientCall;
use crate::change::{Change, filter};
use crate::deadline::{MAX_TIMEOUT, after};
use crate::error::{Error, Result};
use crate::input_requests::PendingAnswers;
use crate::jsonrpc::ErrorCode;
use crate::protocol::{InputRequests, Task, TaskStatus};
use crate::result::Outcome;
use crate::send_request::fetch;
use crate::subscription::{Subscription, listen};

/// The minimum interval between polls of a task.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The interval if the server does not suggest one: initially, and at most.
const UNSAID: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

/// How many requests about a task may fail in a row for a reason that passes.
const MAX_FAILURES: u32 = 5;

/// How many bytes the keys of a task's questions may have in total.
const MAX_KEYS: usize = 64 * 1024;

/// The polling schedule of a task.
pub(crate) struct Pace {
    started: Instant,
    said: Option<Duration>,
    unsaid: Duration,
    ttl: Option<Duration>,
}

impl Pace {
    pub(crate) fn new(first: Option<&Task>) -> Self {
        let mut pace = Self { started: Instant::now(), said: None, unsaid: UNSAID.0, ttl: None };
        if let Some(task) = first {
            pace.learn(task);
        }
        pace
    }

    /// Takes the current interval and ttl of the task, which may change.
    pub(crate) fn learn(&mut self, task: &Task) {
        self.said = task.poll_interval.map(Duration::from_millis);
        self.ttl = task.ttl.map(Duration::from_millis);
    }

    /// When to poll next.
    ///
    /// # Errors
    ///
    /// If the task will have expired by then.
    pub(crate) fn next(&mut self) -> Result<Instant> {
        let pause = match self.said {
            Some(said) => said.clamp(MIN_POLL_INTERVAL, MAX_TIMEOUT),
            None => {
                let pause = self.unsaid;
                self.unsaid = UNSAID.1.min(pause * 2);
                pause
            }
        };
        let next = Instant::now() + pause;
        match self.ttl {
            Some(ttl) if next > self.started + ttl.min(MAX_TIMEOUT) + pause => {
                Err(Error::timed_out(format!("the task has not ended within its ttl of {ttl:?}")))
            }
            _ => Ok(next),
        }
    }
}

/// The questions of a task so far; each is answered once.
#[derive(Default)]
struct Ledger {
    asked: HashSet<String>,
    bytes: usize,
    answering: PendingAnswers,
}

impl Ledger {
    fn ask(&mut self, task: &ServerTask, requests: InputRequests) -> Result<()> {
        for (key, request) in requests {
            if self.asked.contains(&key) {
                continue;
            }
            self.bytes = self.bytes.saturating_add(key.len() + size_of::<String>());
            if self.bytes > MAX_KEYS {
                return Err(Error::other(format!(
                    "the keys of the input requests of one task take more than {MAX_KEYS} bytes"
                )));
            }
            self.asked.insert(key.clone());
            self.answering.ask(task.connection(), key, request)?;
        }
        Ok(())
    }
}

/// What a server announces of a task. Where it announces nothing, polling suffices.
enum News<'a> {
    /// It was not asked to yet, or has not answered.
    Opening(Pin<Box<dyn Future<Output = Option<Subscription>> + Send + 'a>>),
    Open(Box<Subscription>),
    None,
}

impl<'a> News<'a> {
    fn of(task: &'a ServerTask) -> Self {
        Self::Opening(Box::pin(async {
            let change = Change::Task(task.id().to_owned());
            let subscription = listen(task.connection(), filter([change.clone()])).await.ok()?;
            subscription.is_granted(&change).then_some(subscription)
        }))
    }

    /// Waits until the task may have changed; that may have happened before changes are announced.
    async fn next(&mut self) {
        let is_open = match self {
            Self::Opening(subscription) => match subscription.await {
                Some(subscription) => {
                    *self = Self::Open(Box::new(subscription));
                    true
                }
                None => false,
            },
            Self::Open(subscription) => subscription.next().await.is_some(),
            Self::None => false,
        };
        if !is_open {
            *self = Self::None;
            pending::<()>().await;
        }
    }
}

/// The request that waits for the result at a legacy server, which sends its questions on the
/// stream of that request.
type ResultRequest<'a> = Option<Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>>;

/// Follows a task to its end, or for this long.
pub(crate) async fn follow(task: &ServerTask, max_time: Option<Duration>) -> Outcome {
    let Some(max_time) = max_time else {
        return follow_to_end(task).await;
    };
    let followed = tokio::time::timeout_at(after(max_time), follow_to_end(task)).await;
    followed.unwrap_or_else(|_| {
        Err(Error::timed_out(format!("the task has not ended within {max_time:?}")))
    })
}

async fn follow_to_end(task: &ServerTask) -> Outcome {
    let mut pace = Pace::new(task.first());
    let mut ledger = Ledger::default();
    let mut news = News::of(task);
    let mut waiting: ResultRequest<'_> = None;
    let mut can_wait = !task.connection().is_modern();
    let mut failures = 0;
    let mut next = match task.first() {
        Some(_) => pace.next()?,
        None => Instant::now(),
    };
    loop {
        tokio::select! {
            biased;
            Some(answer) = ledger.answering.next() => {
                let (key, answer) = answer?;
                task.answer(key, answer).await?;
                continue;
            }
            outcome = result(&mut waiting) => {
                if outcome.is_ok() {
                    task.leave();
                    return outcome;
                }
                // The next poll shows whether the task or only the wait has failed.
                (waiting, can_wait) = (None, false);
                continue;
            }
            () = news.next() => {}
            () = sleep_until(next) => {}
        }
        let snapshot = match task.snapshot().await {
            Ok(snapshot) => snapshot,
            Err(error) if failures < MAX_FAILURES && passes(task, &error) => {
                next = pace.next()?.max(Instant::now() + pause(failures, &error));
                failures += 1;
                continue;
            }
            Err(error) => return Err(error),
        };
        failures = 0;
        pace.learn(&snapshot.task);
        let TaskSnapshot { task: Task { status, .. }, .. } = &snapshot;
        if status.is_terminal() {
            drop(waiting);
            return task.outcome(snapshot).await;
        }
        if *status == TaskStatus::InputRequired && can_wait && waiting.is_none() {
            waiting = Some(Box::pin(task.wait_for_result()));
        }
        ledger.ask(task, snapshot.asked)?;
        next = pace.next()?;
    }
}

async fn result(waiting: &mut ResultRequest<'_>) -> Outcome {
    match waiting {
        Some(waiting) => waiting.await,
        None => pending().await,
    }
}

/// Sends a request about a task, and sends it again while something in between fails: the work of
/// the task is not lost for that.
pub(super) async fn send_patiently(task: &ServerTask, call: &ClientCall) -> Outcome {
    let mut failures = 0;
    loop {
        match fetch(task.connection(), call).await {
            Err(error) if failures < MAX_FAILURES && is_in_between(task, &error) => {
                sleep(pause(failures, &error)).await;
                failures += 1;
            }
            outcome => return outcome,
        }
    }
}

/// Takes a snapshot of a task, and retries while that fails for reasons that pass.
pub(crate) async fn snapshot_with_retries(task: &ServerTask) -> Result<TaskSnapshot> {
    let mut failures = 0;
    loop {
        match task.snapshot().await {
            Err(error) if failures < MAX_FAILURES && passes(task, &error) => {
                sleep(pause(failures, &error)).await;
                failures += 1;
            }
            snapshot => return snapshot,
        }
    }
}

/// How long to wait after a failure: longer after each one, and as long as the server wants.
fn pause(failures: u32, error: &Error) -> Duration {
    let pause = UNSAID.0.saturating_mul(1 << failures.min(16)).min(UNSAID.1);
    pause.max(error.retry_after().unwrap_or_default())
}

/// Whether a snapshot of a task failed for a reason that passes, such as an unavailable store.
fn passes(task: &ServerTask, error: &Error) -> bool {
    let is_internal = has_code(error, ErrorCode::INTERNAL_ERROR) || error.may_pass();
    is_in_between(task, error) || (is_internal && !task.connection().has_ended())
}

/// Whether what failed is not the server, but something in between, or its capacity. A proxy answers
/// 404 while it has no server; a server answers so with an error of JSON-RPC.
fn is_in_between(task: &ServerTask, error: &Error) -> bool {
    let passes = error.may_pass() || error.http_status() == Some(404);
    passes && error.rpc().is_none() && !task.connection().has_ended()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(said: &[Option<u64>]) -> Vec<u128> {
        let mut task = Task::new("a", "now");
        let mut pace = Pace::new(Some(&task));
        let pauses = said.iter().map(|said| {
            task.poll_interval = *said;
            pace.learn(&task);
            (pace.next().unwrap() - Instant::now()).as_millis()
        });
        pauses.collect()
    }

    #[tokio::test(start_paused = true)]
    async fn the_latest_interval_is_obeyed_and_none_rises() {
        assert_eq!(pauses(&[Some(2000), Some(5), Some(300)]), [2000, 100, 300]);
        let unsaid = pauses(&[None; 7]);
        assert_eq!(unsaid, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
        assert_eq!(pauses(&[Some(u64::MAX)])[0], MAX_TIMEOUT.as_millis());
    }
}
