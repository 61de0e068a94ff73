//! Sessions with legacy servers.

use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::protocol::{LoggingLevel, ProtocolVersion};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::sync::mpsc;

use super::super::agent;
use super::legacy;
use super::scripted::{ReceivedRequest, Say, ScriptedServer, event, json_body, status};

fn done(received: &ReceivedRequest) -> Say {
    json_body(200, &received.text("done"))
}

/// Knows the newest of some sessions.
fn knows(session: usize, received: &ReceivedRequest) -> bool {
    received.header("mcp-session-id") == Some(&format!("s{session}"))
}

#[tokio::test]
async fn a_session_is_opened_used_and_ended() {
    let server = ScriptedServer::legacy(done).await;
    let client = server.connect(legacy()).await;
    client.call_tool("any", ()).await.unwrap();
    client.close().await;
    let expected =
        ["POST initialize", "POST notifications/initialized", "GET", "POST tools/call", "DELETE"];
    assert_eq!(server.seen(), expected);
    assert!(server.received().iter().skip(1).all(|one| knows(1, one)));
}

#[tokio::test]
async fn a_dropped_client_ends_its_session() {
    let (sender, mut deleted) = mpsc::unbounded_channel();
    let server = ScriptedServer::start(move |received| match (&*received.method, received.rpc()) {
        ("POST", "initialize") => {
            let result = json!({
                "protocolVersion": "2025-11-25", "capabilities": {},
                "serverInfo": { "name": "scripted", "version": "1" },
            });
            let headers = [("Content-Type", "application/json"), ("Mcp-Session-Id", "only")]
                .map(|(name, value)| (name, value.to_owned()));
            Say::Body(200, headers.into(), received.answer(&result).to_string())
        }
        ("DELETE", _) => {
            sender.send(()).unwrap();
            status(405)
        }
        _ => status(202),
    })
    .await;
    drop(server.connect(legacy()).await);
    deleted.recv().await.unwrap();
}

/// What servers answer to a GET that they do not expect.
#[tokio::test]
async fn a_server_without_a_stream_is_a_server() {
    for code in [400, 404, 405, 500] {
        let server = ScriptedServer::with_stream(move |received| match &*received.method {
            "GET" => status(code),
            _ => done(received),
        })
        .await;
        let client = server.connect(legacy()).await;
        assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done", "{code}");
    }
}

#[tokio::test]
async fn a_lost_session_is_opened_again_once_and_nothing_is_lost() {
    let lost = AtomicUsize::new(0);
    let server = ScriptedServer::legacy(move |received| match received.rpc() {
        _ if received.method == "GET" => status(405),
        "tools/call" if knows(1, received) => {
            lost.fetch_add(1, Ordering::Relaxed);
            status(404)
        }
        _ if knows(1, received) && lost.load(Ordering::Relaxed) > 0 => status(404),
        "tools/call" => done(received),
        _ => received.result(&json!({})),
    })
    .await;
    let client = server.connect(legacy().log_level(LoggingLevel::Error)).await;
    let clock = client.subscribe("test://clock").await.unwrap();
    let calls: Vec<_> =
        (0..10).map(|_| tokio::spawn(client.call_tool("any", ()).into_future())).collect();
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap().text(), "done");
    }
    // What the server knew of the client, it knows again.
    while server.received().iter().filter(|one| one.rpc() == "resources/subscribe").count() < 2 {
        tokio::task::yield_now().await;
    }
    drop(clock);
    client.close().await;
    let received = server.received();
    let of = |method: &str| received.iter().filter(|one| one.rpc() == method).collect::<Vec<_>>();
    assert_eq!(of("initialize").len(), 2);
    // Another session starts as the first one did.
    assert!(of("initialize").iter().all(|one| one.header("mcp-session-id").is_none()));
    assert!(of("initialize").iter().all(|one| one.header("mcp-protocol-version").is_none()));
    let in_second = |method: &str| of(method).into_iter().filter(|one| knows(2, one)).count();
    assert_eq!(in_second("notifications/initialized"), 1);
    assert_eq!((in_second("tools/call"), in_second("logging/setLevel")), (10, 1));
    assert_eq!(in_second("resources/subscribe"), 1);
    assert!(knows(2, received.last().unwrap()), "the second session is ended");
}

#[tokio::test]
async fn a_session_that_is_lost_at_once_is_not_opened_for_ever() {
    let server = ScriptedServer::legacy(|_| status(404)).await;
    let client = server.connect(legacy()).await;
    let error = client.call_tool("any", ()).await.unwrap_err();
    assert_eq!(error.http_status(), Some(404));
    let calls = server.seen().iter().filter(|one| *one == "POST tools/call").count();
    assert_eq!(calls, 2);
}

#[tokio::test]
async fn a_session_that_cannot_be_opened_again_is_named() {
    let answers: [fn(&ReceivedRequest) -> Say; 3] = [
        |_| status(500),
        |received| {
            let error = json!({ "code": -32600, "message": "no more sessions" });
            let id = &received.message["id"];
            json_body(200, &json!({ "jsonrpc": "2.0", "id": id, "error": error }))
        },
        |received| received.result(&json!({ "protocolVersion": "2025-03-26" })),
    ];
    for (answer, why) in answers.into_iter().zip(["500", "no more sessions", "2025-03-26"]) {
        let opened = AtomicUsize::new(0);
        let server = ScriptedServer::start(move |received| match received.rpc() {
            "initialize" if opened.fetch_add(1, Ordering::Relaxed) > 0 => answer(received),
            "initialize" => {
                let result = json!({
                    "protocolVersion": "2025-11-25", "capabilities": {},
                    "serverInfo": { "name": "scripted", "version": "1" },
                });
                let id = vec![
                    ("Mcp-Session-Id", "s1".to_owned()),
                    ("Content-Type", "application/json".to_owned()),
                ];
                Say::Body(200, id, received.answer(&result).to_string())
            }
            "notifications/initialized" => status(202),
            _ => status(404),
        })
        .await;
        let client = server.connect(legacy()).await;
        let error = client.call_tool("any", ()).await.unwrap_err().to_string();
        assert!(error.contains("lost the session") && error.contains(why), "{error}");
    }
}

/// The stream of what belongs to no request is open before the first one, and its questions are
/// answered in the session.
#[tokio::test]
async fn a_question_outside_of_a_request_is_answered() {
    let (sender, mut answers) = mpsc::unbounded_channel::<(Option<String>, Value)>();
    let server = ScriptedServer::with_stream(move |received| {
        if received.method == "GET" {
            let question = json!({ "jsonrpc": "2.0", "id": "q", "method": "roots/list" });
            return Say::Open(event(None, &question));
        }
        if received.rpc().is_empty() {
            let session = received.header("mcp-session-id").map(str::to_owned);
            sender.send((session, received.message.clone())).unwrap();
            return status(202);
        }
        done(received)
    })
    .await;
    let client = server.connect(agent().version(ProtocolVersion::LATEST_LEGACY)).await;
    let (session, answer) = answers.recv().await.unwrap();
    assert_eq!((session.as_deref(), &answer["id"]), (Some("s1"), &json!("q")));
    assert_eq!(answer["result"]["roots"][0]["uri"], "file:///work");
    client.call_tool("any", ()).await.unwrap();
    assert_eq!(server.seen()[..3], ["POST initialize", "POST notifications/initialized", "GET"]);
}
