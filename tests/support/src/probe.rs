//! A server whose handlers do what a test lets them do.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]
#![allow(missing_docs, missing_debug_implementations, reason = "only tests use it")]

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::http::Http;
use mcp_runtime::{Log, Progress, ServerBuilder, State, server, tool};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// What takes longer than this has failed.
pub const DEADLINE: Duration = Duration::from_secs(300);

/// What a test and the handlers that it runs tell each other.
#[derive(Clone, Default)]
pub struct Probe {
    pub started: Signal,
    pub go: Signal,
    pub ended: Signal,
}

/// Counts: each that is awaited takes one that was given.
#[derive(Clone)]
pub struct Signal(Arc<Semaphore>);

impl Default for Signal {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }
}

impl Signal {
    pub fn give(&self, count: usize) {
        self.0.add_permits(count);
    }

    pub async fn wait(&self, count: u32) {
        self.0.acquire_many(count).await.unwrap().forget();
    }

    /// Waits, but not for ever.
    pub async fn given(&self, count: u32) {
        timeout(DEADLINE, self.wait(count)).await.expect("the signal is given");
    }

    pub fn count(&self) -> usize {
        self.0.available_permits()
    }
}

/// Gives a signal when a handler ends, in whatever way.
pub struct EndSignal(pub Signal);

impl Drop for EndSignal {
    fn drop(&mut self) {
        self.0.give(1);
    }
}

impl Probe {
    /// Stays in a handler until the test lets it continue.
    pub async fn stay(&self) {
        let _ended = EndSignal(self.ended.clone());
        self.started.give(1);
        self.go.wait(1).await;
    }
}

/// Adds two numbers.
#[tool]
pub fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Gives a text back when it may.
#[tool]
async fn wait(text: Option<String>, probe: State<Probe>) -> String {
    probe.stay().await;
    text.unwrap_or_default()
}

/// Tells before and after it waits.
#[tool]
async fn tell(progress: Progress, probe: State<Probe>) -> &'static str {
    progress.report(1).await;
    probe.stay().await;
    progress.report(2).await;
    "told"
}

/// Tells very much.
#[tool]
async fn flood(count: u32, size: usize, progress: Progress) -> &'static str {
    for step in 1..=count {
        progress.report_of(step, count, "x".repeat(size)).await;
    }
    "flooded"
}

/// Waits, and then tells very much.
#[tool]
async fn flood_later(progress: Progress, probe: State<Probe>) {
    let _ended = EndSignal(probe.ended.clone());
    probe.started.give(1);
    probe.go.wait(1).await;
    for step in 1..=100 {
        progress.report_of(step, 100, "x".repeat(10_000)).await;
    }
}

/// Logs on some levels.
#[tool]
async fn log(log: Log) {
    log.debug("debug").await;
    log.info("info").await;
    log.error("error").await;
}

/// Panics at once.
#[tool]
fn boom() -> String {
    panic!("the secret")
}

/// Panics after a while.
#[tool]
async fn boom_later() -> String {
    tokio::task::yield_now().await;
    panic!("the secret")
}

pub fn fixture() -> (ServerBuilder, Probe) {
    let probe = Probe::default();
    let server = server!().state(probe.clone()).tool::<add>().tool::<wait>().tool::<tell>();
    (
        server
            .tool::<flood>()
            .tool::<log>()
            .tool::<boom>()
            .tool::<boom_later>()
            .tool::<flood_later>(),
        probe,
    )
}

/// The fixture as it comes.
pub fn http() -> (Http, Probe) {
    let (server, probe) = fixture();
    (server.build().unwrap().into_http(), probe)
}
