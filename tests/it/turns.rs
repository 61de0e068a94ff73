//! Turns: which calls run of tools that limit how many do at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use mcp_runtime::http::{Http, Principal, RemoteAddress};
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Elicit, Limits, Result, Roots, Sample, ServerBuilder, State, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use mcp_test_support::http::Request;
use mcp_test_support::peer::{Peer, initialize_with, notification};
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tower::Service as _;

/// How many run, and how many ran at once.
#[derive(Clone, Default)]
pub(crate) struct RunCounts(Arc<[AtomicUsize; 2]>);

/// One that runs until it is dropped.
pub(crate) struct Run(RunCounts);

impl RunCounts {
    pub(crate) fn begin(&self) -> Run {
        let [now, most] = &*self.0;
        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        Run(self.clone())
    }

    pub(crate) fn most(&self) -> usize {
        self.0[1].load(Ordering::SeqCst)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.0.0[0].fetch_sub(1, Ordering::SeqCst);
    }
}

#[derive(Elicit)]
struct Sure {
    #[expect(dead_code, reason = "it is only asked for")]
    sure: bool,
}

/// Asks, and works for a second.
#[tool(concurrency = 1)]
async fn ask_first(elicit: Elicit, running: State<RunCounts>) -> Result<&'static str> {
    elicit.form::<Sure>("Sure?").await?;
    let _run = running.begin();
    sleep(Duration::from_secs(1)).await;
    Ok("worked")
}

/// Works for a second between two questions.
#[tool(concurrency = 1)]
async fn ask_twice(elicit: Elicit, running: State<RunCounts>) -> Result<&'static str> {
    elicit.form::<Sure>("Sure?").await?;
    {
        let _run = running.begin();
        sleep(Duration::from_secs(1)).await;
    }
    elicit.form::<Sure>("Really sure?").await?;
    let _run = running.begin();
    sleep(Duration::from_secs(1)).await;
    Ok("worked")
}

/// Works for a second once it is confirmed.
#[tool(concurrency = 1, confirm = "Sure?")]
async fn confirmed(running: State<RunCounts>) -> &'static str {
    let _run = running.begin();
    sleep(Duration::from_secs(1)).await;
    "worked"
}

/// Works for a second in time, in which it asks.
#[tool(concurrency = 1, timeout = "5s")]
async fn in_time(elicit: Elicit, running: State<RunCounts>) -> Result<&'static str> {
    elicit.form::<Sure>("Sure?").await?;
    let _run = running.begin();
    sleep(Duration::from_secs(1)).await;
    Ok("worked")
}

/// A question ends neither the limit nor the call, whichever way it is asked and continued.
#[tokio::test(start_paused = true)]
async fn calls_that_continue_after_a_question_wait_for_their_turn() -> Result<()> {
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        for parks in [true, false] {
            for tool in ["ask_first", "ask_twice", "confirmed", "in_time"] {
                let running = RunCounts::default();
                let base =
                    server!()
                        .state(running.clone())
                        .tools::<(ask_first, ask_twice, confirmed, in_time)>();
                let server =
                    if parks { base } else { base.limits(Limits::new().without_parking()) };
                let version: ProtocolVersion = version.parse().unwrap();
                let sure = json!({ "sure": true });
                let user = testing::User::new().accepts("", sure);
                let client = testing::connect_as(server, version).answers(user).await?;
                let call = || client.call_tool(tool, json!({})).into_future();
                let joined = tokio::join!(call(), call(), call(), call(), call());
                let calls = [joined.0?, joined.1?, joined.2?, joined.3?, joined.4?];
                for called in calls {
                    assert_eq!(called.text(), "worked", "{tool} in {version}, parks: {parks}");
                }
                assert_eq!(running.most(), 1, "{tool} in {version}, parks: {parks}");
            }
        }
    }
    Ok(())
}

/// Asks in a way that is chosen, or works for a second.
#[tool(concurrency = 1)]
async fn may_ask(kind: String, elicit: Elicit, sample: Sample, roots: Roots) -> Result<String> {
    match kind.as_str() {
        "form" => elicit.form::<Sure>("Sure?").await.map(|_| kind),
        "model" => sample.create("Hi?").await.map(|_| kind),
        "roots" => roots.list().await.map(|_| kind),
        "all" => {
            let asked = tokio::join!(elicit.form::<Sure>("Sure?"), roots.list());
            asked.0.and(asked.1).map(|_| kind)
        }
        _ => {
            sleep(Duration::from_secs(1)).await;
            Ok(kind)
        }
    }
}

/// What another caller waits for while a question is not answered: only its own second.
#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_answers_keeps_no_turn() -> Result<()> {
    for version in ["2025-06-18", "2025-11-25"] {
        for kind in ["form", "model", "roots", "all"] {
            let server = server!().tool::<may_ask>().build()?;
            let able = json!({ "elicitation": {}, "sampling": {}, "roots": {} });
            let [mut asked, mut other] = [(); 2].map(|()| Peer::memory(server.clone()));
            for peer in [&mut asked, &mut other] {
                peer.request("initialize", initialize_with(version, &able)).await;
                peer.send(notification("notifications/initialized", json!({}))).await;
            }
            let call = |kind| json!({ "name": "may_ask", "arguments": { "kind": kind } });
            asked.start("tools/call", call(kind)).await;
            let question = asked.receive().await;
            assert!(question["method"].is_string(), "{question}");
            let begun = Instant::now();
            let answer = other.request("tools/call", call("none")).await;
            assert_eq!(answer["result"]["content"][0]["text"], "none", "{kind}: {answer}");
            assert_eq!(begun.elapsed().as_secs(), 1, "{kind} in {version}");
        }
    }
    Ok(())
}

/// Takes half a second.
#[tool(concurrency = 1)]
async fn narrow() -> &'static str {
    sleep(Duration::from_millis(500)).await;
    "done"
}

/// Takes half a second, and two may do so at the same time.
#[tool(concurrency = 2)]
async fn wide() -> &'static str {
    sleep(Duration::from_millis(500)).await;
    "done"
}

async fn call_as(mut http: Http, tool: &'static str, caller: &'static str) -> (Value, Duration) {
    let mut request = Request::modern("tools/call", json!({ "name": tool })).to_service();
    match caller.parse() {
        Ok(address) => request.extensions_mut().insert(RemoteAddress(address)).map(drop),
        Err(_) => request.extensions_mut().insert(Principal::new(caller)).map(drop),
    };
    let begun = Instant::now();
    let response = http.call(request).await.unwrap();
    let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
    (serde_json::from_slice(&body).unwrap(), begun.elapsed())
}

/// The time of another caller, behind sixty calls of one that take half a minute together.
#[tokio::test(start_paused = true)]
async fn a_caller_waits_for_few_calls_of_another_however_many_it_has_queued() -> Result<()> {
    let http = server!().tool::<narrow>().tool::<wide>().build()?.into_http();
    for (tool, greedy, others) in [
        ("narrow", "ann", &["bob"][..]),
        ("narrow", "ann", &["bob", "eve", "203.0.113.7"]),
        ("narrow", "203.0.113.7", &["198.51.100.1"]),
        ("narrow", "2001:db8::1", &["2001:db8:0:1::1", "ann"]),
        ("wide", "ann", &["bob", "203.0.113.7"]),
    ] {
        let mut queued = JoinSet::new();
        for _ in 0..60 {
            queued.spawn(call_as(http.clone(), tool, greedy));
        }
        tokio::task::yield_now().await;
        let mut called = JoinSet::new();
        for other in others {
            called.spawn(call_as(http.clone(), tool, other));
        }
        let most = Duration::from_millis(500 * (others.len() as u64 + 2));
        while let Some(other) = called.join_next().await {
            let (answer, took) = other.unwrap();
            assert_eq!(answer["result"]["content"][0]["text"], "done", "{answer}");
            println!("{tool} of {others:?} behind {greedy}: {took:?}");
            assert!(took <= most, "{tool} of {others:?} behind {greedy}: {took:?}");
        }
        queued.shutdown().await;
    }
    Ok(())
}

/// What holds threads, until it does not any more.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn wait(&self) {
        let (is_open, opens) = &*self.0;
        let _open = opens.wait_while(is_open.lock().unwrap(), |is_open| !*is_open).unwrap();
    }

    fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }
}

/// Lets threads go on when the test ends, also by a failure.
struct Opens(Gate);

impl Drop for Opens {
    fn drop(&mut self) {
        self.0.open();
    }
}

/// Works on a thread, and does not hear that it has to stop.
#[tool(blocking, concurrency = 1, timeout = "20ms")]
fn stubborn(held: State<Gate>, running: State<RunCounts>) -> &'static str {
    let _run = running.begin();
    held.wait();
    "worked"
}

#[tokio::test]
async fn a_thread_that_works_on_after_its_call_has_ended_keeps_its_turn() -> Result<()> {
    let running = RunCounts::default();
    let held = Gate::default();
    let _opens = Opens(held.clone());
    let server = server!().state(running.clone()).state(held.clone()).tool::<stubborn>();
    let client = testing::connect(server).await?;
    let call = async || client.call_tool("stubborn", json!({})).await.map(|done| done.text());
    assert!(call().await?.contains("20ms"), "it takes too long");
    for _ in 0..3 {
        let refused = call().await?;
        assert!(
            refused.starts_with("Too many concurrent calls to `stubborn`: at most 1"),
            "{refused}"
        );
    }
    assert_eq!(running.most(), 1);
    held.open();
    while call().await? != "worked" {}
    assert_eq!(running.most(), 1);
    Ok(())
}

/// A limit, and calls that end in other ways than with a result.
#[tokio::test(start_paused = true)]
async fn a_call_that_is_refused_or_panics_leaves_its_turn_to_the_next() -> Result<()> {
    /// Ends as it is told to.
    #[tool(concurrency = 1)]
    async fn ends(how: String, elicit: Elicit) -> Result<String> {
        match how.as_str() {
            "panic" => panic!("as it should"),
            "error" => Err(mcp_runtime::Error::other("no")),
            "late" => elicit.form::<Sure>("Sure?").within(Duration::ZERO).await.map(|_| how),
            _ => Ok(how),
        }
    }
    let server: ServerBuilder = server!().tool::<ends>();
    let user = testing::User::new().declines("");
    let client = testing::connect(server).answers(user).await?;
    for how in ["panic", "error", "late", "panic"] {
        client.call_tool("ends", json!({ "how": how })).await?;
        assert!(client.call_tool("ends", json!({ "how": 7, "x": {} })).await?.is_error.is_some());
        let begun = Instant::now();
        let done = client.call_tool("ends", json!({ "how": "well" })).await?;
        assert_eq!((done.text().as_str(), begun.elapsed().as_secs()), ("well", 0), "{how}");
    }
    Ok(())
}
