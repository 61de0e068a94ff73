//! Handlers that leave something behind which goes on to report: nothing is sent for a call that has
//! been answered or cancelled.

use std::sync::{Arc, Condvar, Mutex};

use mcp_runtime::{
    CompletionRequest, Context, FromContext as _, Log, Progress, Result, State, prompt, resource,
    server, tool,
};
use mcp_test_support::peer::{Peer, modern, notification};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// What has been left behind goes on when the test says so, and says when it has reported.
#[derive(Clone)]
struct Gate(Arc<Inner>);

struct Inner {
    go: (Mutex<u32>, Condvar),
    reported: Semaphore,
}

impl Gate {
    fn new() -> Self {
        Self(Arc::new(Inner {
            go: <(Mutex<u32>, Condvar)>::default(),
            reported: Semaphore::new(0),
        }))
    }

    fn open(&self, times: u32) {
        *self.0.go.0.lock().unwrap() += times;
        self.0.go.1.notify_all();
    }

    fn wait(&self) {
        let go = self.0.go.1.wait_while(self.0.go.0.lock().unwrap(), |times| *times == 0);
        *go.unwrap() -= 1;
    }

    fn report(&self, progress: &Progress, log: &Log) {
        progress.blocking_report(9);
        progress.blocking_report_of(10, 10, "late");
        log.blocking_error("late");
        self.0.reported.add_permits(1);
    }

    /// A thread that reports once it may.
    fn leave(&self, progress: Progress, log: Log) {
        let gate = self.clone();
        spawn_blocking(move || {
            gate.wait();
            gate.report(&progress, &log);
        });
    }

    async fn reported(&self) {
        self.0.reported.acquire().await.unwrap().forget();
    }
}

/// Is done at once.
#[tool]
fn done(progress: Progress, log: Log, gate: State<Gate>) -> &'static str {
    progress.blocking_report(1);
    gate.leave(progress, log);
    "done"
}

/// Waits before it is done.
#[tool]
async fn later(context: Context, gate: State<Gate>) -> &'static str {
    context.progress().report(1).await;
    gate.leave(context.progress(), context.log());
    tokio::task::yield_now().await;
    let copy = context.clone();
    let left = gate.clone();
    spawn_blocking(move || {
        left.wait();
        left.report(&copy.progress(), &copy.log());
    });
    "done"
}

/// Goes on after its time.
#[tool(blocking, timeout = "50ms")]
fn too_long(progress: Progress, log: Log, gate: State<Gate>) -> &'static str {
    progress.blocking_report(1);
    gate.wait();
    gate.report(&progress, &log);
    "late"
}

/// Fails.
#[tool]
async fn failing(progress: Progress, log: Log, gate: State<Gate>) -> Result<String> {
    progress.report(1).await;
    gate.leave(progress, log);
    Err("failed".into())
}

/// Panics.
#[tool]
async fn panicking(progress: Progress, log: Log, gate: State<Gate>) -> String {
    progress.report(1).await;
    gate.leave(progress, log);
    panic!("on purpose")
}

/// Reports from a prompt.
#[prompt]
async fn ask(
    progress: Progress,
    log: Log,
    gate: State<Gate>,
    #[arg(complete = complete)] topic: Option<String>,
) -> String {
    progress.report(1).await;
    gate.leave(progress, log);
    topic.unwrap_or_default()
}

async fn complete(asked: &CompletionRequest) -> Result<Vec<String>> {
    let context = asked.context().clone();
    context.progress().report(1).await;
    let gate = State::<Gate>::from_context(&context).await?;
    gate.leave(context.progress(), context.log());
    Ok(Vec::new())
}

/// Reports from a resource.
#[resource("a://b")]
async fn read(progress: Progress, log: Log, gate: State<Gate>) -> &'static str {
    progress.report(1).await;
    gate.leave(progress, log);
    "done"
}

/// Never ends by itself.
#[tool]
async fn endless(progress: Progress, log: Log, gate: State<Gate>) -> &'static str {
    progress.report(1).await;
    gate.leave(progress, log);
    std::future::pending().await
}

fn start(gate: &Gate) -> Peer {
    let server = server!()
        .state(gate.clone())
        .tool::<done>()
        .tool::<later>()
        .tool::<too_long>()
        .tool::<failing>()
        .tool::<panicking>()
        .tool::<endless>()
        .prompt::<ask>()
        .resource::<read>();
    Peer::memory(server.build().unwrap())
}

/// A peer in each era, and what its requests have in addition.
async fn peers() -> Vec<(Gate, Peer, fn(Value) -> Value)> {
    let mut peers = Vec::new();
    for is_modern in [false, true] {
        let gate = Gate::new();
        let mut peer = start(&gate);
        let marked: fn(Value) -> Value = if is_modern {
            |mut params| {
                params["_meta"] = json!({ "io.modelcontextprotocol/logLevel": "debug" });
                params["_meta"]["progressToken"] = json!("token");
                modern(params)
            }
        } else {
            peer.initialize("2025-11-25").await;
            |mut params| {
                params["_meta"] = json!({ "progressToken": "token" });
                params
            }
        };
        peers.push((gate, peer, marked));
    }
    peers
}

/// What is left behind reports now: nothing comes but the answers to other requests.
async fn nothing_comes(peer: &mut Peer, gate: &Gate, left: u32, what: &str) {
    gate.open(left);
    for _ in 0..left {
        gate.reported().await;
    }
    let id = peer.start("no/such/method", json!({})).await;
    let next = peer.receive().await;
    assert_eq!(next["id"], id, "{what}: {next}");
}

#[tokio::test]
async fn nothing_is_reported_after_the_answer() {
    for (gate, mut peer, marked) in peers().await {
        let reference = json!({ "type": "ref/prompt", "name": "ask" });
        let argument = json!({ "name": "topic", "value": "a" });
        for (method, params, left) in [
            ("tools/call", json!({ "name": "done" }), 1),
            ("tools/call", json!({ "name": "later" }), 2),
            ("tools/call", json!({ "name": "too_long" }), 1),
            ("tools/call", json!({ "name": "failing" }), 1),
            ("tools/call", json!({ "name": "panicking" }), 1),
            ("prompts/get", json!({ "name": "ask" }), 1),
            ("resources/read", json!({ "uri": "a://b" }), 1),
            ("completion/complete", json!({ "ref": reference, "argument": argument }), 1),
        ] {
            let what = format!("{method} {params}");
            let id = peer.start(method, marked(params)).await;
            let report = peer.receive().await;
            assert_eq!(report["params"]["progress"], 1.0, "{what}: {report}");
            let answer = peer.receive().await;
            assert_eq!(answer["id"], id, "{what}: {answer}");
            nothing_comes(&mut peer, &gate, left, &what).await;
        }
    }
}

#[tokio::test]
async fn nothing_is_reported_after_a_cancellation() {
    for (gate, mut peer, marked) in peers().await {
        for (tool, left) in [("endless", 1), ("too_long", 1)] {
            let id = peer.start("tools/call", marked(json!({ "name": tool }))).await;
            assert_eq!(peer.receive().await["params"]["progress"], 1.0);
            peer.send(notification("notifications/cancelled", json!({ "requestId": id }))).await;
            // The call is dropped by then.
            for _ in 0..2 {
                let id = peer.start("no/such/method", json!({})).await;
                assert_eq!(peer.receive().await["id"], id);
            }
            nothing_comes(&mut peer, &gate, left, tool).await;
        }
    }
}
