//! The client for tests, as the documentation shows it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{Caller, Limits, Result, State, server, tool};
use mcp_runtime_client::{Started, Stdio};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::{User, json};
use serde::Deserialize;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Adds two numbers.
#[tool]
fn add(
    /// First addend.
    a: i64,
    /// Second addend.
    b: i64,
) -> i64 {
    a + b
}

/// Never ends.
#[tool]
async fn wait() -> String {
    std::future::pending().await
}

#[tokio::test]
async fn a_server_is_tested_in_three_lines() -> Result<()> {
    let client = testing::connect(server!().tool::<add>()).await?;
    assert_eq!(client.call_tool("add", json!({"a": 1, "b": 2})).await?.text(), "3");

    let server = server!().tool::<add>().build()?;
    testing::lint(&server)?;
    Ok(())
}

#[tokio::test]
async fn a_client_speaks_the_newest_revision_that_is_served() -> Result<()> {
    let server = server!().tool::<add>().build()?;
    assert_eq!(testing::connect(server.clone()).await?.version(), ProtocolVersion::LATEST);
    let old: ProtocolVersion = "2025-03-26".parse().unwrap();
    let legacy = server!().versions([old]);
    assert_eq!(testing::connect(legacy).await?.version(), old);
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server.clone(), version).await?;
        assert_eq!(client.version(), version);
        assert_eq!(client.server_info().name, "mcp-tests");
    }
    Ok(())
}

#[tokio::test]
async fn a_revision_that_is_not_served_is_an_error() {
    let [oldest, .., newest] = *ProtocolVersion::ALL else {
        unreachable!("there are several");
    };
    for (served, spoken) in
        [(newest, oldest), (oldest, newest), (oldest, ProtocolVersion::LATEST_LEGACY)]
    {
        let connected = testing::connect_as(server!().versions([served]), spoken).await;
        assert!(connected.is_err(), "{spoken} with a server of {served}");
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_built_is_an_error() {
    let twice = server!().tool::<add>().tool::<add>();
    let error = testing::connect(twice).await.unwrap_err();
    assert!(error.to_string().contains("two tools are called `add`"), "{error}");
}

#[tokio::test]
async fn results_are_read_as_types() -> Result<()> {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Sum {
        sum: i64,
    }
    /// Adds and names the sum.
    #[tool]
    fn named(a: i64, b: i64) -> mcp_runtime::Json<std::collections::BTreeMap<String, i64>> {
        mcp_runtime::Json([("sum".to_owned(), a + b)].into())
    }
    let client = testing::connect(server!().tool::<named>().tool::<add>()).await?;
    let arguments = json!({"a": 1, "b": 2});
    let sum: Sum = client.call_tool("named", arguments.clone()).await?.structured()?;
    assert_eq!(sum, Sum { sum: 3 });
    let text = client.call_tool("add", arguments).await?;
    assert!(text.structured::<Sum>().is_err(), "there is only text");
    Ok(())
}

/// Returns nothing.
#[tool]
fn rest() {}

#[tokio::test]
async fn a_tool_that_returns_nothing_has_a_result() -> Result<()> {
    testing::everywhere(|| server!().tool::<rest>())
        .run(async |client| {
            client.call::<()>("rest", ()).await?;
            assert_eq!(client.call::<Option<i64>>("rest", ()).await?, None);
            assert_eq!(client.call::<String>("rest", ()).await?, "");
            let error = client.call::<i64>("rest", ()).await.unwrap_err().to_string();
            assert!(error.contains("expected i64"), "{error}");
            Ok(())
        })
        .await
}

/// Says whose task it is.
#[tool(task)]
async fn owner(caller: Caller) -> String {
    caller.principal().unwrap_or("nobody").to_owned()
}

#[tokio::test]
async fn a_task_is_that_of_a_user() -> Result<()> {
    let server = server!().tool::<owner>().build()?;
    let ada = testing::connect(server.clone()).principal("ada").tasks().await?;
    let Started::Task(task) = ada.start("owner", ()).await? else { panic!("it is no task") };
    assert_eq!(task.result().await?.text(), "ada");
    let bob = testing::connect(server).tasks().principal("bob").await?;
    assert_eq!(bob.call::<String>("owner", ()).await?, "bob");
    Ok(())
}

#[tokio::test]
async fn a_request_that_is_dropped_is_cancelled() -> Result<()> {
    let client = testing::connect(
        server!().tool::<add>().tool::<wait>().limits(Limits::new().max_in_flight(1)),
    )
    .await?;
    for _ in 0..3 {
        let wait = client.call_tool("wait", json!({}));
        let sum = client.call_tool("add", json!({"a": 1, "b": 1}));
        tokio::select! {
            result = wait => panic!("it ended: {result:?}"),
            sum = sum => assert_eq!(sum?.text(), "2"),
        }
    }
    client.close().await;
    Ok(())
}

/// Waits for ever, and says by what its end can be told.
#[tool]
async fn hold(starts: State<UnboundedSender<oneshot::Receiver<()>>>) {
    let (_ends, end) = oneshot::channel();
    let _ = starts.send(end);
    std::future::pending().await
}

#[tokio::test(start_paused = true)]
async fn a_request_is_cancelled_wherever_it_went() -> Result<()> {
    let (starts, started) = unbounded_channel();
    let started = tokio::sync::Mutex::new(started);
    testing::everywhere(|| server!().state(starts.clone()).tool::<hold>())
        .run(async |client| {
            for _ in 0..3 {
                let mut started = started.lock().await;
                let end: oneshot::Receiver<()> = tokio::select! {
                    result = client.call_tool("hold", ()) => panic!("it ended: {result:?}"),
                    end = started.recv() => end.expect("the test holds a sender"),
                };
                let ended = timeout(Duration::from_secs(1), end).await;
                assert!(ended.is_ok(), "it is dropped");
            }
            Ok(())
        })
        .await
}

/// Says which server this is.
#[tool]
fn which(number: State<usize>) -> usize {
    *number
}

#[tokio::test]
async fn replicas_take_turns() -> Result<()> {
    let started = AtomicUsize::new(0);
    let seen = Mutex::new(Vec::<Vec<bool>>::new());
    let server = || server!().state(started.fetch_add(1, Ordering::Relaxed)).tool::<which>();
    testing::everywhere(server)
        .run(async |client| {
            let mut answered = Vec::new();
            for _ in 0..4 {
                answered.push(client.call::<usize>("which", ()).await?);
            }
            let first = answered[0];
            seen.lock().unwrap().push(answered.into_iter().map(|one| one == first).collect());
            Ok(())
        })
        .await?;
    let alone = vec![true; 4];
    let mut expected = vec![alone; ProtocolVersion::ALL.len() + 1];
    expected.push(vec![true, false, true, false]);
    assert_eq!(seen.into_inner().unwrap(), expected);
    Ok(())
}

#[tokio::test]
async fn a_process_is_tested_like_a_server_in_memory() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let server = Stdio::spawn(env!("CARGO_BIN_EXE_interaction-server")).arg("stdio");
        let user = User::new().roots(["file:///a"]);
        let client = testing::connect_as(server, version).answers(user).await?;
        assert_eq!(client.call_tool("where", ()).await?.text(), "file:///a", "{version}");
        client.close().await;
    }
    Ok(())
}
