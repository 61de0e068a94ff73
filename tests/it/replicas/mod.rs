//! Replicas of a server, each with its own port, which share a store: what one of them knows, the others
//! know, and what happens when the store fails.

mod notifications;
mod sessions;
mod streams;
mod used_states;

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::store::Memory;
use mcp_runtime::{Context, Elicit, Log, Progress, Result, Server, ServerBuilder, State, tool};
use mcp_runtime_testing::Faulty;
use mcp_test_support::http::{Client, Session, serve};
use serde_json::{Value, json};

use crate::http::{Probe, Signal};

/// The key that replicas have in common.
const KEY: [u8; 32] = [7; 32];

/// A replica that serves.
pub(crate) struct Replica {
    client: Client,
    server: Server,
    /// What it has of the store.
    store: Arc<Faulty>,
}

impl Deref for Replica {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Replica {
    /// A tool comes, here alone.
    fn add_tool(&self, name: &str) {
        self.server.add_tool(name, "Does nothing.", async |_: BTreeMap<String, u8>| "").unwrap();
    }
}

/// How often something was done, at whatever replica.
#[derive(Clone, Default)]
struct Done(Arc<AtomicUsize>);

impl Done {
    fn times(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[derive(Elicit)]
struct Sure {
    ok: bool,
}

/// Asks, and does it once.
#[tool]
async fn confirm(elicit: Elicit, context: &Context, done: State<Done>) -> Result<&'static str> {
    context
        .once("it", async {
            done.0.fetch_add(1, Ordering::SeqCst);
        })
        .await?;
    let answer = elicit.form::<Sure>("Sure?").await?;
    Ok(if answer.accepted().is_some_and(|sure| sure.ok) { "done" } else { "left" })
}

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Logs on some levels.
#[tool]
async fn log(log: Log) {
    log.debug("debug").await;
    log.info("info").await;
    log.error("error").await;
}

/// Counts, and tells how far it is.
#[tool]
async fn count(to: u32, progress: Progress) -> &'static str {
    for step in 1..=to {
        progress.report_of(step, to, "x".repeat(20)).await;
    }
    "counted"
}

/// Tells before and after it waits.
#[tool]
async fn tell(progress: Progress, probe: State<Probe>) -> &'static str {
    progress.report(1).await;
    probe.started.give(1);
    probe.go.given(1).await;
    progress.report(2).await;
    "told"
}

/// Tells a test that it has ended, in whatever way.
struct EndSignal(Signal);

impl Drop for EndSignal {
    fn drop(&mut self) {
        self.0.give(1);
    }
}

/// Stays until the test lets it continue.
#[tool]
async fn stay(probe: State<Probe>) -> &'static str {
    let _ended = EndSignal(probe.ended.clone());
    probe.started.give(1);
    probe.go.given(1).await;
    "stayed"
}

/// What a client can that can be asked.
fn able() -> Value {
    json!({ "elicitation": {} })
}

/// The session, with requests that go to another replica.
fn at(session: &Session, replica: &Replica) -> Session {
    let mut session = session.clone();
    session.client = replica.client;
    session
}

/// A server whose replicas share a store.
fn shared() -> ServerBuilder {
    server().state_keys([KEY])
}

fn server() -> ServerBuilder {
    mcp_runtime::server!()
        .tool::<confirm>()
        .tool::<add>()
        .tool::<log>()
        .tool::<stay>()
        .tool::<count>()
        .tool::<tell>()
        .state(Done::default())
        .state(Probe::default())
}

/// Replicas of a server.
async fn replicas<const N: usize>(build: impl Fn() -> ServerBuilder) -> [Replica; N] {
    let shared = Memory::shared();
    let mut replicas = Vec::new();
    for _ in 0..N {
        replicas.push(replica(&shared, build()).await);
    }
    replicas.try_into().unwrap_or_else(|_| unreachable!("as many as were made"))
}

/// One more replica.
async fn replica(shared: &Arc<Memory>, server: ServerBuilder) -> Replica {
    let store = Arc::new(Faulty::new(Arc::clone(shared)));
    let server = server.store(Arc::clone(&store)).build().unwrap();
    let client = serve(server.clone().into_http()).await;
    Replica { client, server, store }
}
