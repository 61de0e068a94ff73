//! A server of rmcp by itself and mounted, in every revision that both know; and a server of ours for
//! its client.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod old;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::protocol::{ProtocolVersion, Revise, Tool};
use mcp_runtime::{Result, ServerBuilder, json, server, tool};
use mcp_runtime_rmcp::{Convert as _, MountRmcp as _, RmcpServer};
use mcp_runtime_testing::{self as testing, TestClient, User};
use rmcp::ServiceExt as _;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::time::timeout;

use old::{BrokenServer, OldServer};

const DEADLINE: Duration = Duration::from_secs(120);

/// Subtracts two numbers.
#[tool(read_only)]
fn subtract(a: i64, b: i64) -> i64 {
    a - b
}

fn mounting(old: &OldServer) -> ServerBuilder {
    let old = old.clone();
    server!().tool::<subtract>().mount_rmcp_flat("old", move || old.clone())
}

#[expect(deprecated, reason = "sampling is deprecated")]
fn user() -> User {
    User::from([("Who are you?", json!({ "name": "Ada" }))]).model_says("Hello")
}

/// Both ways to the server, in a revision.
async fn both(old: &OldServer, version: ProtocolVersion) -> Result<[TestClient; 2]> {
    let alone = RmcpServer::new(old.clone());
    let mounted = mounting(old).open().await?.build()?;
    Ok([
        testing::connect_as(alone, version).answers(user()).await?,
        testing::connect_as(mounted, version).answers(user()).await?,
    ])
}

/// What an answer says, without what only its sender knows: who it is, and how long the answer may
/// be cached.
fn said<T: Serialize + Revise>(mut answer: T, version: ProtocolVersion) -> Value {
    // A server of rmcp also sends what a revision does not have.
    answer.revise(version);
    let mut json: Value = serde_json::from_str(&json!(answer).to_string()).unwrap();
    if let Some(members) = json.as_object_mut() {
        for own in ["_meta", "resultType", "ttlMs", "cacheScope"] {
            members.remove(own);
        }
    }
    json
}

/// An answer, or that the client cannot be asked: it is the relay that finds out, when it asks.
fn without_refusal(answer: Value) -> Value {
    let refusals = ["Client does not support elicitation", "this needs elicitation"];
    let is_refused = refusals.iter().any(|refusal| answer.to_string().contains(refusal));
    if is_refused { json!("the client cannot be asked") } else { answer }
}

/// What the server answers to everything that it can be asked.
async fn answers(client: &TestClient, version: ProtocolVersion) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for tool in client.list_tools().await? {
        // That of the server around it.
        if tool.name != "subtract" {
            all.push(said(tool, version));
        }
    }
    for prompt in client.list_prompts().await? {
        all.push(said(prompt, version));
    }
    for template in client.list_resource_templates().await? {
        all.push(said(template, version));
    }
    for (tool, arguments) in [
        ("add", json!({ "a": 1, "b": 2 })),
        ("add", json!({ "a": "x" })),
        ("ask", json!({})),
        ("sample", json!({})),
    ] {
        let answer = match client.call_tool(tool, arguments).await {
            Ok(result) => said(result, version),
            Err(error) => json!(error.rpc().unwrap()),
        };
        all.push(without_refusal(answer));
    }
    let reports = Arc::<Mutex<Vec<f64>>>::default();
    let seen = Arc::clone(&reports);
    let done = client
        .call_tool("progress", json!({ "steps": 3 }))
        .on_progress(move |report| seen.lock().unwrap().push(report.progress))
        .await?;
    all.push(said(done, version));
    all.push(json!(*reports.lock().unwrap()));
    all.push(said(client.get_prompt("greet", json!({ "name": "Ada" })).await?, version));
    all.push(said(client.get_prompt("review", ()).await?, version));
    all.push(said(client.read_resource("notes://today").await?, version));
    // A server of this framework has its own words for this error.
    let unknown = client.read_resource("notes://none").await.unwrap_err();
    all.push(json!(unknown.rpc().unwrap().code));
    all.push(json!(client.asked()));
    Ok(all)
}

#[tokio::test]
async fn it_answers_the_same_by_itself_and_mounted() -> Result<()> {
    for version in ProtocolVersion::ALL {
        let [alone, mounted] = both(&OldServer::default(), *version).await?;
        let expected = answers(&alone, *version).await?;
        assert!(expected.len() > 15, "{expected:?}");
        assert_eq!(answers(&mounted, *version).await?, expected, "{version}");
        let sum = mounted.call_tool("subtract", json!({ "a": 3, "b": 2 })).await?;
        assert_eq!(sum.text(), "1", "{version}");
        let unknown = mounted.call_tool("divide", ()).await.unwrap_err();
        assert!(unknown.to_string().contains("unknown tool"), "{version} {unknown}");
    }
    Ok(())
}

#[tokio::test]
async fn questions_reach_the_client_in_both_eras() -> Result<()> {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::LATEST_LEGACY] {
        for client in both(&OldServer::default(), version).await? {
            assert_eq!(client.call_tool("ask", ()).await?.text(), "Ada", "{version}");
            assert_eq!(client.call_tool("sample", ()).await?.text(), "Hello", "{version}");
            assert_eq!(client.asked(), ["Who are you?"], "{version}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_cancelled_call_is_cancelled_there() -> Result<()> {
    for version in ProtocolVersion::ALL {
        let old = OldServer::default();
        let mut cancelled = old.cancelled.subscribe();
        for (client, count) in both(&old, *version).await?.into_iter().zip(1..) {
            let running = Arc::new(Notify::new());
            let runs = Arc::clone(&running);
            let call = client.call_tool("wait", ()).on_progress(move |_| runs.notify_one());
            let calling = tokio::spawn(call.into_future());
            timeout(DEADLINE, running.notified()).await.expect("it runs");
            calling.abort();
            let is_cancelled = cancelled.wait_for(|cancelled| *cancelled == count);
            timeout(DEADLINE, is_cancelled).await.expect("it is cancelled").unwrap();
        }
    }
    Ok(())
}

#[tokio::test]
async fn names_have_the_prefix_and_instructions_a_heading() -> Result<()> {
    let front = server!().tool::<subtract>().mount_rmcp("old", OldServer::default);
    let client = testing::connect(front.open().await?.build()?).await?;
    let tools = client.list_tools().await?;
    let mut names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
    names.sort_unstable();
    let expected = ["old_add", "old_ask", "old_progress", "old_sample", "old_wait", "subtract"];
    assert_eq!(names, expected);
    assert_eq!(client.read_resource("notes://old/today").await?.text(), "a note of today");
    assert_eq!(client.instructions(), Some("## old\n\nGreet everybody."));
    Ok(())
}

/// Adds two numbers, unlike the tool of this name that is mounted.
#[tool(read_only)]
fn add(a: i64, b: i64) -> String {
    format!("moved: {}", a + b)
}

#[tokio::test]
async fn a_tool_that_was_moved_takes_the_place_of_the_old_one() -> Result<()> {
    let front = server!().tool::<add>().mount_rmcp_flat("old", OldServer::default);
    let client = testing::connect(front.open().await?.build()?).await?;
    let tools = client.list_tools().await?;
    assert_eq!(tools.iter().filter(|tool| tool.name == "add").count(), 1, "{tools:?}");
    assert_eq!(tools.len(), 5, "{tools:?}");
    let sum = client.call_tool("add", json!({ "a": 1, "b": 2 })).await?;
    assert_eq!(sum.text(), "moved: 3");
    Ok(())
}

#[tokio::test]
async fn each_session_has_a_handler_which_ends_with_it() -> Result<()> {
    let made = Arc::new(AtomicU32::new(0));
    let alive = Arc::new(OldServer::default());
    let count = Arc::clone(&made);
    let handler = Arc::clone(&alive);
    let front = server!().mount_rmcp("old", move || {
        count.fetch_add(1, Ordering::Relaxed);
        Arc::clone(&handler)
    });
    let front = front.open().await?.build()?;
    assert_eq!(made.load(Ordering::Relaxed), 1);
    for expected in 2..5 {
        let session = testing::connect_as(front.clone(), ProtocolVersion::LATEST_LEGACY).await?;
        for _ in 0..2 {
            session.call_tool("old_add", json!({ "a": 1, "b": 2 })).await?;
            // Requests of 2026-07-28 share the first one.
            let modern = testing::connect_as(front.clone(), ProtocolVersion::LATEST).await?;
            modern.call_tool("old_add", json!({ "a": 1, "b": 2 })).await?;
            assert_eq!(made.load(Ordering::Relaxed), expected);
        }
        session.close().await;
    }
    drop(front);
    let ended = async {
        // This one, and that of the test.
        while Arc::strong_count(&alive) > 1 {
            tokio::task::yield_now().await;
        }
    };
    timeout(DEADLINE, ended).await.expect("nothing keeps a handler");
    Ok(())
}

#[tokio::test]
async fn a_panic_is_an_error_that_says_nothing_private() -> Result<()> {
    let front = server!()
        .mount_rmcp_flat("old", || BrokenServer(rmcp::model::ProtocolVersion::KNOWN_VERSIONS));
    let front = front.open().await?.build()?;
    for version in [ProtocolVersion::LATEST, ProtocolVersion::LATEST_LEGACY] {
        let client = testing::connect_as(front.clone(), version).await?;
        let error = client.read_resource("notes://today").await.unwrap_err();
        assert_eq!(error.rpc().unwrap().message, "the handler panicked", "{version}");
    }
    Ok(())
}

#[tokio::test]
async fn a_connection_that_ends_is_opened_again() -> Result<()> {
    let made = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&made);
    let front = server!().mount_rmcp_flat("old", move || {
        count.fetch_add(1, Ordering::Relaxed);
        BrokenServer(rmcp::model::ProtocolVersion::KNOWN_VERSIONS)
    });
    let front = front.open().await?.build()?;
    for (version, count) in [(ProtocolVersion::LATEST, 2), (ProtocolVersion::LATEST_LEGACY, 4)] {
        let client = testing::connect_as(front.clone(), version).await?;
        assert_eq!(client.read_resource("notes://short").await?.text(), "short");
        let error = client.read_resource("notes://long").await.unwrap_err();
        assert!(error.to_string().contains("max_message_size"), "{version} {error}");
        let again = async {
            while client.read_resource("notes://short").await.is_err() {
                tokio::task::yield_now().await;
            }
        };
        timeout(DEADLINE, again).await.expect("it answers again");
        assert_eq!(made.load(Ordering::Relaxed), count, "{version}");
    }
    Ok(())
}

#[tokio::test]
async fn a_server_that_refuses_the_connection_fails_the_start() {
    let opened = server!().mount_rmcp("old", || BrokenServer(&[])).open().await;
    let error = opened.expect_err("it speaks no revision").to_string();
    assert!(error.contains("old"), "{error}");
}

#[tokio::test]
async fn a_client_of_rmcp_connects_over_a_pair_of_streams() -> Result<()> {
    let (here, there) = tokio::io::duplex(64 * 1024);
    let server = server!().tool::<subtract>().build()?;
    let serving = tokio::spawn(server.serve(tokio::io::split(here)));
    let client = ().serve(there).await.unwrap();
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(Tool::from_rmcp(&tools[0])?.name, "subtract");
    client.cancel().await.unwrap();
    serving.await.unwrap()
}
