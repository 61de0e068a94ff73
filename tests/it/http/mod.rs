//! Streamable HTTP, over real connections on the loopback interface.

mod batches;
mod connections;
mod containment;
mod disconnects;
mod eras;
mod http2;
mod late_senders;
mod listen;
mod long_bodies;
mod mounted;
mod pipelining;
mod polling;
mod principals;
mod probes;
mod proxies;
mod security;
mod serving;
mod sessions;
mod shutdown;
mod stateless;
mod streams;

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::http::Http;
use mcp_runtime::{Log, Progress, ServerBuilder, State, server, tool};
use mcp_tests::http::{Client, serve};
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The revisions that have sessions over HTTP.
const LEGACY: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

/// What takes longer than this has failed.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// What a test and the handlers that it runs tell each other.
#[derive(Clone, Default)]
pub(crate) struct Probe {
    pub(crate) started: Signal,
    pub(crate) go: Signal,
    pub(crate) ended: Signal,
}

/// Counts: each that is awaited takes one that was given.
#[derive(Clone)]
pub(crate) struct Signal(Arc<Semaphore>);

impl Default for Signal {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }
}

impl Signal {
    pub(crate) fn give(&self, count: usize) {
        self.0.add_permits(count);
    }

    async fn wait(&self, count: u32) {
        self.0.acquire_many(count).await.unwrap().forget();
    }

    /// Waits, but not for ever.
    pub(crate) async fn given(&self, count: u32) {
        timeout(DEADLINE, self.wait(count)).await.expect("the signal is given");
    }

    fn count(&self) -> usize {
        self.0.available_permits()
    }
}

/// Gives a signal when a handler ends, in whatever way.
struct Ended(Signal);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.give(1);
    }
}

impl Probe {
    /// Stays in a handler until the test lets it continue.
    async fn stay(&self) {
        let _ended = Ended(self.ended.clone());
        self.started.give(1);
        self.go.wait(1).await;
    }
}

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
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
    let _ended = Ended(probe.ended.clone());
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

fn fixture() -> (ServerBuilder, Probe) {
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
pub(crate) fn http() -> (Http, Probe) {
    let (server, probe) = fixture();
    (server.build().unwrap().into_http(), probe)
}

/// The fixture as it comes, served.
async fn start() -> (Client, Probe) {
    let (http, probe) = http();
    (serve(http).await, probe)
}

/// Whether the server still does what it is for.
async fn assert_serves(client: Client) {
    assert_eq!(client.call("add", json!({"a": 1, "b": 2})).await, "3");
}

/// Reads what is left of a response, whose body has as many bytes as its head says: the head in
/// lower case, and the body.
async fn read_response(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    let (_, length) = head.split_once("content-length: ").unwrap();
    let mut body = vec![0; length.lines().next().unwrap().parse().unwrap()];
    stream.read_exact(&mut body).await.unwrap();
    (head, body)
}
