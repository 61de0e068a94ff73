//! The server of the cases, and tools that only some of them need.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::{
    Accepted, Context, Elicit, Error, Json, Log, Progress, Result, Roots, Sample, Schema,
    ServerBuilder, TaskContext, Tasks, handlers, prompt, server, tool,
};
use mcp_test_support::tasks::Jobs;
use serde::Serialize;
use tokio::time::sleep;

/// What happened to handlers.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) started: Arc<AtomicUsize>,
    pub(super) dropped: Arc<AtomicUsize>,
}

impl Counts {
    pub(super) fn started(&self) -> usize {
        self.started.load(Ordering::SeqCst)
    }

    pub(super) fn dropped(&self) -> usize {
        self.dropped.load(Ordering::SeqCst)
    }
}

/// Counts that a handler was dropped before its end.
struct DropCounter<'a>(Option<&'a AtomicUsize>);

impl Drop for DropCounter<'_> {
    fn drop(&mut self) {
        if let Some(dropped) = self.0 {
            dropped.fetch_add(1, Ordering::SeqCst);
        }
    }
}

struct More(Counts);

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

#[derive(Serialize, Schema)]
struct Report {
    files: u32,
}

#[handlers]
impl More {
    /// Panics.
    #[tool(task)]
    async fn panicking_job(&self) -> String {
        sleep(Duration::from_millis(5)).await;
        panic!("the job is broken")
    }

    /// Runs until it is dropped, or for that long.
    #[tool(task)]
    async fn counted(&self, seconds: u64) -> String {
        self.0.started.fetch_add(1, Ordering::SeqCst);
        let mut dropped = DropCounter(Some(&self.0.dropped));
        sleep(Duration::from_secs(seconds)).await;
        dropped.0 = None;
        "counted".to_owned()
    }

    /// Asks, and counts whether it is dropped meanwhile.
    #[tool(task)]
    async fn counted_question(&self, elicit: Elicit) -> Result<String> {
        let mut dropped = DropCounter(Some(&self.0.dropped));
        let answer = elicit.form::<Sure>("Sure?").await;
        dropped.0 = None;
        answer.map(|_| "asked".to_owned())
    }

    /// Runs as a task only, until it is dropped, or for that long.
    #[tool(task(required))]
    async fn counted_required(&self, seconds: u64) -> String {
        self.counted(seconds).await
    }

    /// Gives the text back after a while.
    #[tool(task(required))]
    async fn hold(&self, seconds: f64, text: String) -> String {
        sleep(Duration::from_secs_f64(seconds)).await;
        text
    }

    /// Gives so many letters.
    #[tool(task)]
    async fn letters(&self, count: usize) -> String {
        "x".repeat(count)
    }

    /// Does not give way for a moment.
    #[tool(task)]
    async fn stubborn(&self, millis: u64) -> String {
        // A section that blocks, as in careless handlers.
        tokio::task::spawn_blocking(move || std::thread::sleep(Duration::from_millis(millis)))
            .await
            .ok();
        "stubborn".to_owned()
    }

    /// Is done within its grace time, or not.
    #[tool(task(grace = "1s"))]
    async fn quick(&self, seconds: f64) -> String {
        sleep(Duration::from_secs_f64(seconds)).await;
        "quick".to_owned()
    }

    /// Asks the model, and where the files are.
    #[tool(task)]
    async fn ask_all(&self, sample: Sample, roots: Roots) -> Result<String> {
        let (text, roots) = tokio::join!(sample.create("Hi?"), roots.list());
        Ok(format!("{} {}", text.is_ok(), roots?.len()))
    }

    /// Asks what its client may be unable to.
    #[tool(task)]
    async fn asks_late(&self, context: &Context) -> Result<String> {
        sleep(Duration::from_millis(5)).await;
        context.elicit().form::<Sure>("Sure?").await?;
        Ok("asked".to_owned())
    }

    /// Asks in the call, and again in the task.
    #[tool(task(manual))]
    async fn asks_twice(&self, elicit: Elicit, task: TaskContext) -> Result<String> {
        let in_call = elicit.form::<Sure>("Sure?").await?;
        task.detach().await;
        let in_task = elicit.form::<Sure>("Really sure?").await?;
        let is_sure = |answer| matches!(answer, Accepted(Sure { sure: true }));
        Ok(format!("{} {}", is_sure(in_call), is_sure(in_task)))
    }

    /// Is done after the person has agreed.
    #[tool(task, confirm = "Sure?")]
    async fn confirmed(&self) -> &'static str {
        "done"
    }

    /// Waits for somebody who waits for its result, and asks.
    #[tool(task)]
    async fn waits_and_asks(&self, elicit: Elicit) -> Result<String> {
        sleep(Duration::from_millis(200)).await;
        elicit.form::<Sure>("Sure?").await?;
        Ok("asked".to_owned())
    }

    /// Tells how far it is.
    #[tool(task)]
    async fn slow_steps(&self, progress: Progress) -> String {
        for step in 1..=3 {
            progress.report_of(step, 3, format!("step {step}")).await;
            sleep(Duration::from_secs(2)).await;
        }
        "stepped".to_owned()
    }

    /// Says something while it runs.
    #[tool(task)]
    async fn chatty(&self, log: Log) -> String {
        sleep(Duration::from_millis(5)).await;
        log.error("something happened").await;
        sleep(Duration::from_secs(5)).await;
        "said".to_owned()
    }

    /// Asks, and is kept for longer.
    #[tool(task(ttl = "20s"))]
    async fn patient(&self, task: TaskContext, elicit: Elicit) -> Result<String> {
        sleep(Duration::from_secs(15)).await;
        task.keep_for(Duration::from_secs(60));
        elicit.form::<Sure>("Sure?").await?;
        Ok("patient".to_owned())
    }

    /// Gives more than text.
    #[tool(task)]
    async fn report(&self) -> Json<Report> {
        Json(Report { files: 3 })
    }

    /// Gives a list.
    #[tool(task)]
    async fn numbers(&self) -> Json<Vec<u32>> {
        Json(vec![1, 2])
    }

    /// Fails with text.
    #[tool(task)]
    async fn never_done(&self) -> Result<String> {
        sleep(Duration::from_secs(1_000_000)).await;
        Err(Error::other("never"))
    }

    /// A prompt.
    #[prompt]
    fn p(&self) -> String {
        "a prompt".to_owned()
    }
}

/// The server of the cases.
pub(super) fn jobs() -> (ServerBuilder, Counts) {
    let counts = Counts::default();
    let server = server!().handlers(Jobs).handlers(More(counts.clone()));
    (server, counts)
}

/// Tasks that may be short.
pub(super) fn tasks() -> Tasks {
    Tasks::new().min_ttl(Duration::from_millis(1))
}
