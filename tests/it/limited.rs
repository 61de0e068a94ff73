//! How often tools may be called, and how many of their calls run at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::http::{Http, Principal};
use mcp_runtime::observe::{Outcome, Telemetry};
use mcp_runtime::protocol::CallToolResult;
use mcp_runtime::store::{Memory, RateLimit};
use mcp_runtime::{Accepted, Elicit, Limits, Result, ServerBuilder, State, server, tool};
use mcp_runtime_client::Client;
use mcp_runtime_testing as testing;
use mcp_runtime_testing::{Faulty, json};
use mcp_test_support::http::Request;
use tokio::time::{Instant, advance, sleep};
use tower::Service as _;

const MINUTE: Duration = Duration::from_secs(60);

/// Draws.
#[tool(rate = "2/min")]
fn render() -> &'static str {
    "drawn"
}

/// Says so.
#[tool]
fn tell() -> &'static str {
    "told"
}

async fn call(client: &Client, tool: &str) -> CallToolResult {
    client.call_tool(tool, json!({})).await.unwrap()
}

/// What a call is answered that comes too often: the text, and when to come again, in milliseconds.
fn refused(result: &CallToolResult) -> Option<(String, Option<u64>)> {
    let wait = result.meta.get("retryAfterMs").and_then(|wait| wait.as_u64());
    (result.is_error == Some(true)).then(|| (result.text(), wait))
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_is_called_too_often_says_when_to_come_again() -> Result<()> {
    let client = testing::connect(server!().tool::<render>().tool::<tell>()).await?;
    for _ in 0..2 {
        assert_eq!(refused(&call(&client, "render").await), None);
    }
    let (text, wait) = refused(&call(&client, "render").await).expect("it is refused");
    let expected = "Too many calls to `render`: 2 in 1m are allowed. Try again in 30 s.";
    assert_eq!(text, expected);
    let wait = wait.expect("it says when");
    assert!((29_900..=30_000).contains(&wait), "{wait}");
    assert_eq!(refused(&call(&client, "tell").await), None);
    // Whoever comes again then is served.
    advance(Duration::from_millis(wait)).await;
    assert_eq!(refused(&call(&client, "render").await), None);
    assert!(refused(&call(&client, "render").await).is_some());
    Ok(())
}

#[tokio::test]
async fn what_a_server_says_of_its_tools_holds_where_they_say_nothing() -> Result<()> {
    let never = RateLimit::per(1, MINUTE);
    let server =
        server!().tool::<render>().tool::<tell>().limits(Limits::new().tool_rate("*", never));
    let client = testing::connect(server).await?;
    assert_eq!(refused(&call(&client, "tell").await), None);
    assert!(refused(&call(&client, "tell").await).is_some());
    for is_refused in [false, false, true] {
        assert_eq!(refused(&call(&client, "render").await).is_some(), is_refused);
    }

    let client = testing::connect(
        server!().tool::<render>().tool::<tell>().limits(Limits::new().rate(never)),
    )
    .await?;
    assert_eq!(refused(&call(&client, "tell").await), None);
    let (text, _) = refused(&call(&client, "render").await).expect("all tools together");
    assert!(text.starts_with("Too many calls to tools: 1 in 1m"), "{text}");
    Ok(())
}

async fn ask(http: &mut Http, principal: &str) -> String {
    let mut request = Request::modern("tools/call", json!({ "name": "render" })).to_service();
    request.extensions_mut().insert(Principal::new(principal));
    let response = http.call(request).await.unwrap();
    assert_eq!(response.status(), 200);
    let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
    String::from_utf8(body.to_vec()).unwrap()
}

#[tokio::test]
async fn each_principal_has_a_limit_of_its_own() -> Result<()> {
    let mut http = server!().tool::<render>().build()?.into_http();
    for principal in ["ann", "bob"] {
        for is_refused in [false, false, true, true] {
            let answer = ask(&mut http, principal).await;
            assert_eq!(answer.contains("Too many calls"), is_refused, "{principal}: {answer}");
        }
    }
    Ok(())
}

/// How many run, and how many ran at once.
#[derive(Clone, Default)]
struct RunCounts(Arc<[AtomicUsize; 2]>);

/// Takes a second.
#[tool(concurrency = 2, timeout = "10s")]
async fn work(running: State<RunCounts>) -> &'static str {
    let [now, most] = &*running.0;
    most.fetch_max(now.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
    sleep(Duration::from_secs(1)).await;
    now.fetch_sub(1, Ordering::Relaxed);
    "worked"
}

#[tokio::test(start_paused = true)]
async fn calls_wait_for_their_turn_in_the_order_in_which_they_came() -> Result<()> {
    let running = RunCounts::default();
    let client = testing::connect(server!().state(running.clone()).tool::<work>()).await?;
    let begun = Instant::now();
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..9 {
        let client = client.clone();
        calls.spawn(async move {
            assert_eq!(refused(&call(&client, "work").await), None);
            (number / 2, begun.elapsed().as_secs())
        });
        // The order in which they are sent is that of the tasks.
        tokio::task::yield_now().await;
    }
    while let Some(done) = calls.join_next().await {
        let (turn, seconds) = done.unwrap();
        assert_eq!(seconds, turn + 1, "turn {turn}");
    }
    assert_eq!(running.0[1].load(Ordering::Relaxed), 2);
    Ok(())
}

/// Never ends.
#[tool]
async fn stay() {
    std::future::pending().await
}

#[tokio::test(start_paused = true)]
async fn who_waits_too_long_for_a_turn_is_refused_and_who_goes_away_gives_it_back() -> Result<()> {
    let server = server!().tool::<stay>().limits(Limits::new().tool_concurrency("st*", 1));
    let client = testing::connect(server).await?;
    let staying = tokio::spawn({
        let client = client.clone();
        async move { client.call_tool("stay", json!({})).await }
    });
    tokio::task::yield_now().await;
    let (text, wait) = refused(&call(&client, "stay").await).expect("there is no turn");
    assert!(text.starts_with("Too many concurrent calls to `stay`: at most 1"), "{text}");
    assert_eq!(wait, None);
    staying.abort();
    let waits = client.call_tool("stay", json!({})).timeout(Duration::from_secs(5)).await;
    assert!(waits.unwrap_err().is_timeout(), "it runs, and is not refused");
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn processes_share_what_was_taken_while_the_store_works() -> Result<()> {
    let shared = Arc::new(Memory::new());
    let store = Arc::new(Faulty::new(Arc::clone(&shared)));
    let server =
        |store: Arc<Faulty>| server!().tool::<render>().limits(Limits::new().rate_store(store));
    let one = testing::connect(server(Arc::clone(&store))).await?;
    let other = testing::connect(server(Arc::clone(&store))).await?;
    assert_eq!(refused(&call(&one, "render").await), None);
    assert_eq!(refused(&call(&other, "render").await), None);
    assert!(refused(&call(&one, "render").await).is_some());
    assert!(refused(&call(&other, "render").await).is_some());
    // A flood of calls does not become one of the store.
    for _ in 0..100 {
        assert!(refused(&call(&one, "render").await).is_some());
    }
    let taken = store.operations_of("take");
    assert!(taken <= 8, "{taken}");
    // While it is down, each has a limit of its own, and never none.
    advance(2 * MINUTE).await;
    store.down(true);
    for client in [&one, &other] {
        for is_refused in [false, false, true] {
            assert_eq!(refused(&call(client, "render").await).is_some(), is_refused);
        }
    }
    Ok(())
}

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

/// Asks first.
#[tool(rate = "1/min")]
async fn delete(elicit: Elicit) -> Result<String> {
    let sure = elicit.form::<Sure>("Sure?").await?;
    Ok(format!("{}", matches!(sure, Accepted(Sure { sure: true }))))
}

/// To be answered is not to call again, wherever the answer goes.
#[tokio::test]
async fn a_call_that_asks_counts_once() -> Result<()> {
    let connect = |server: ServerBuilder| async move {
        let client = Client::builder("limited", "1")
            .on_elicit(|_| async { Ok(Accepted(json!({ "sure": true }))) });
        client.connect(server.tool::<delete>()).await
    };
    for server in [server!(), server!().limits(Limits::new().without_parking())] {
        let client = connect(server).await?;
        let result = call(&client, "delete").await;
        assert_eq!((result.text().as_str(), refused(&result)), ("true", None));
        assert!(refused(&call(&client, "delete").await).is_some());
    }
    Ok(())
}

#[tokio::test]
async fn observers_are_told_which_limit_refused() -> Result<()> {
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let here = Arc::clone(&told);
    let server = server!().tool::<render>().telemetry(Telemetry::new().observe(move |done| {
        if done.name.is_some() {
            here.lock().unwrap().push((done.outcome, done.refused));
        }
    }));
    let client = testing::connect(server).await?;
    for _ in 0..3 {
        call(&client, "render").await;
    }
    let expected = [(Outcome::Ok, None), (Outcome::Ok, None), (Outcome::Refused, Some("rate"))];
    assert_eq!(*told.lock().unwrap(), expected);
    Ok(())
}
