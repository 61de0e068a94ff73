//! Servers that are replaced while a client is connected: they know its session no more, and say so
//! in their own words, or speak other revisions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use mcp_runtime_client::{Change, Client, ClientBuilder};
use mcp_runtime_testing::json;
use mcp_test_support::probe::DEADLINE;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::scripted::{ReceivedRequest, Say, ScriptedServer, event, json_body, status};
use super::{client, legacy};

/// What a server answers instead of a result.
type Refuse = fn(&ReceivedRequest) -> Say;

/// What another server answers.
type Answer = Box<dyn Fn(&ReceivedRequest) -> Say + Send + Sync>;

fn error(code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } })
}

fn text(code: u16, text: &str) -> Say {
    Say::Body(code, vec![("Content-Type", "text/plain".to_owned())], text.to_owned())
}

/// How servers say that they do not know a session; the first three are those of 2025-11-25, of the
/// example of the TypeScript SDK, and of one that has no statuses.
const LOST: [Refuse; 7] = [
    |_| status(404),
    |_| json_body(400, &error(-32000, "Bad Request: No valid session ID provided")),
    |received| {
        let mut error = error(-32001, "Session not found");
        error["id"] = received.message["id"].clone();
        json_body(200, &error)
    },
    |_| text(400, "Invalid session"),
    |_| status(410),
    |_| Say::Events(event(None, &error(-32600, "no such session"))),
    |_| json_body(404, &error(-32001, "Session not found")),
];

fn initialized(received: &ReceivedRequest, version: &str, session: Option<&str>) -> Say {
    let result = json!({
        "protocolVersion": version,
        "capabilities": { "tools": {}, "prompts": {} },
        "serverInfo": { "name": "scripted", "version": "1" },
    });
    let mut headers = vec![("Content-Type", "application/json".to_owned())];
    headers.extend(session.map(|session| ("Mcp-Session-Id", session.to_owned())));
    Say::Body(200, headers, received.answer(&result).to_string())
}

fn answer(received: &ReceivedRequest) -> Say {
    match received.rpc() {
        "tools/list" => received.result(&json!({ "tools": [], "ttlMs": 60_000 })),
        "tools/call" => json_body(200, &received.text("done")),
        "ping" => received.result(&json!({})),
        _ if received.method == "GET" => status(405),
        _ => status(202),
    }
}

/// A legacy server, and what has it forget its sessions. The first session has an id only if it is
/// to.
async fn forgetful(refuse: Refuse, has_id: bool) -> (ScriptedServer, Arc<AtomicBool>) {
    let forgets = Arc::<AtomicBool>::default();
    let has_forgotten = Arc::clone(&forgets);
    let opened = AtomicUsize::new(0);
    let server = ScriptedServer::start(move |received| {
        if received.rpc() == "initialize" {
            let id = format!("s{}", opened.fetch_add(1, Ordering::Relaxed) + 1);
            let session = Some(&*id).filter(|_| has_id || id != "s1");
            return initialized(received, "2025-11-25", session);
        }
        let session = received.header("mcp-session-id");
        let is_first = session.is_none_or(|session| session == "s1");
        let is_message = received.method == "POST";
        if is_message && is_first && has_forgotten.load(Ordering::Relaxed) {
            return refuse(received);
        }
        answer(received)
    })
    .await;
    (server, forgets)
}

fn count(server: &ScriptedServer, seen: &str) -> usize {
    server.seen().iter().filter(|one| *one == seen).count()
}

#[tokio::test]
async fn a_session_that_is_lost_in_any_words_is_opened_again_once() {
    for (at, refuse) in LOST.into_iter().enumerate() {
        let (server, forgets) = forgetful(refuse, true).await;
        let client = server.connect(legacy()).await;
        client.list_tools().await.unwrap();
        forgets.store(true, Ordering::Relaxed);
        let calls: Vec<_> =
            (0..10).map(|_| tokio::spawn(client.call_tool("any", ()).into_future())).collect();
        for call in calls {
            assert_eq!(call.await.unwrap().unwrap().text(), "done", "{at}");
        }
        assert_eq!(count(&server, "POST initialize"), 2, "{at}");
        client.close().await;
    }
}

/// As of a keepalive, whatever is asked first.
#[tokio::test]
async fn a_ping_and_a_list_find_that_a_session_is_lost() {
    for (at, refuse) in LOST.into_iter().enumerate() {
        for is_ping in [true, false] {
            let (server, forgets) = forgetful(refuse, true).await;
            let client = server.connect(legacy()).await;
            forgets.store(true, Ordering::Relaxed);
            if is_ping {
                client.ping().await.unwrap();
            } else {
                client.list_tools().await.unwrap();
            }
            assert_eq!(count(&server, "POST initialize"), 2, "{at}");
        }
    }
}

/// Whoever opens it may be another deployment, with other tools.
#[tokio::test]
async fn what_was_listed_in_a_lost_session_has_changed_once() {
    for (at, refuse) in LOST.into_iter().enumerate() {
        let (server, forgets) = forgetful(refuse, true).await;
        let (told, mut changes) = mpsc::unbounded_channel();
        let builder = legacy().on_change(move |change| drop(told.send(change.clone())));
        let client = server.connect(builder).await;
        let mut tools = client.listen([Change::Tools, Change::Resources]).await.unwrap();
        for _ in 0..2 {
            client.list_tools().await.unwrap();
        }
        assert_eq!(count(&server, "POST tools/list"), 1, "{at}: it is cached");
        assert!(changes.is_empty(), "{at}");
        forgets.store(true, Ordering::Relaxed);
        let calls: Vec<_> =
            (0..10).map(|_| tokio::spawn(client.call_tool("any", ()).into_future())).collect();
        for call in calls {
            call.await.unwrap().unwrap();
        }
        let told = timeout(DEADLINE, tools.next()).await;
        assert_eq!(told.expect("it is told"), Some(Change::Tools), "{at}");
        for _ in 0..2 {
            client.list_tools().await.unwrap();
        }
        let is_of_second = |one: &&ReceivedRequest| one.header("mcp-session-id") == Some("s2");
        let received = server.received();
        let lists = received.iter().filter(is_of_second).filter(|one| one.rpc() == "tools/list");
        assert_eq!(lists.count(), 1, "{at}");
        client.close().await;
        let mut all = Vec::new();
        while let Ok(change) = changes.try_recv() {
            all.push(change);
        }
        assert_eq!(all, [Change::Tools, Change::Prompts], "{at}");
    }
}

#[tokio::test]
async fn a_server_that_has_sessions_from_now_on_gets_one() {
    for (at, refuse) in LOST.into_iter().enumerate().skip(1) {
        let (server, forgets) = forgetful(refuse, false).await;
        let client = server.connect(legacy()).await;
        client.list_tools().await.unwrap();
        forgets.store(true, Ordering::Relaxed);
        assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done", "{at}");
        assert_eq!(count(&server, "POST initialize"), 2, "{at}");
    }
}

#[tokio::test]
async fn a_request_that_is_wrong_by_itself_opens_no_session() {
    let refusals: [Refuse; 4] = [
        |_| json_body(400, &error(-32000, "Bad Request: wrong arguments")),
        |_| json_body(200, &error(-32001, "no such row")),
        |_| json_body(200, &error(-32602, "Session not found")),
        |_| text(422, "wrong"),
    ];
    for (at, refuse) in refusals.into_iter().enumerate() {
        let server = ScriptedServer::start(move |received| match received.rpc() {
            "initialize" => initialized(received, "2025-11-25", Some("s1")),
            "tools/call" => refuse(received),
            _ => answer(received),
        })
        .await;
        let client = server.connect(legacy()).await;
        for _ in 0..3 {
            client.call_tool("any", ()).await.unwrap_err();
        }
        assert_eq!(count(&server, "POST initialize"), 1, "{at}");
        assert!(!client.has_ended());
    }
}

#[tokio::test]
async fn a_server_that_refuses_all_from_now_on_gets_one_more_session() {
    for (at, refuse) in LOST.into_iter().enumerate().skip(1).take(5) {
        let refuses = Arc::<AtomicBool>::default();
        let is_over = Arc::clone(&refuses);
        let server = ScriptedServer::start(move |received| match received.rpc() {
            "initialize" => initialized(received, "2025-11-25", Some("s")),
            "notifications/initialized" => status(202),
            _ if is_over.load(Ordering::Relaxed) => refuse(received),
            _ => answer(received),
        })
        .await;
        let client = server.connect(legacy()).await;
        client.list_tools().await.unwrap();
        refuses.store(true, Ordering::Relaxed);
        for _ in 0..5 {
            client.call_tool("any", ()).await.unwrap_err();
        }
        assert_eq!(count(&server, "POST initialize"), 2, "{at}");
    }
}

/// Connects to a server that answers as `first` says, and then as `then` does; returns the error of
/// a call, and how many sessions were opened and ended.
async fn replaced(
    builder: ClientBuilder,
    first: impl Fn(&ReceivedRequest) -> Say + Send + Sync + 'static,
    then: impl Fn(&ReceivedRequest) -> Say + Send + Sync + 'static,
) -> (Client, ScriptedServer, String) {
    let is_replaced = Arc::<AtomicBool>::default();
    let replaces = Arc::clone(&is_replaced);
    let server = ScriptedServer::start(move |received| {
        if is_replaced.load(Ordering::Relaxed) { then(received) } else { first(received) }
    })
    .await;
    let client = server.connect(builder).await;
    client.list_tools().await.unwrap();
    replaces.store(true, Ordering::Relaxed);
    let error = client.call_tool("any", ()).await.unwrap_err().to_string();
    (client, server, error)
}

fn legacy_server(received: &ReceivedRequest) -> Say {
    match received.rpc() {
        "initialize" => initialized(received, "2025-11-25", Some("s1")),
        _ => answer(received),
    }
}

fn modern_server(received: &ReceivedRequest) -> Say {
    let versions = json!({ "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} } });
    match received.rpc() {
        "server/discover" => received.result(&versions),
        _ => answer(received),
    }
}

#[tokio::test]
async fn a_legacy_server_that_speaks_another_revision_ends_the_connection() {
    let unsupported = || {
        let mut error = error(-32022, "Unsupported protocol version");
        error["error"]["data"] = json!({ "supported": ["2026-07-28"], "requested": "2025-11-25" });
        json_body(400, &error)
    };
    let older = |received: &ReceivedRequest, refused: Say| match received.rpc() {
        "initialize" => initialized(received, "2025-03-26", Some("new")),
        _ if received.method == "DELETE" => status(200),
        _ => refused,
    };
    let others: [(&str, Answer); 5] = [
        ("2025-03-26", Box::new(move |received| older(received, status(404)))),
        (
            "2025-03-26",
            Box::new(move |received| {
                older(
                    received,
                    json_body(400, &error(-32000, "Bad Request: Unsupported protocol version")),
                )
            }),
        ),
        ("no longer supports protocol version 2025-11-25", Box::new(move |_| unsupported())),
        (
            "lost the session",
            Box::new(|received| match received.rpc() {
                // Of a modern server without the method.
                "initialize" => json_body(404, &error(-32601, "Method not found")),
                _ => status(404),
            }),
        ),
        (
            "no longer supports protocol version 2025-11-25",
            Box::new(|received| match received.rpc() {
                "tools/list" => json_body(400, &error(-32020, "the header is missing")),
                _ => text(400, "what?"),
            }),
        ),
    ];
    for (why, then) in others {
        let (client, server, error) = replaced(legacy(), legacy_server, then).await;
        assert!(error.contains(why), "{error}");
        assert!(client.has_ended(), "{why}");
        assert!(client.ended().await.to_string().contains(why));
        client.close().await;
        let received = server.received();
        let deleted = received.iter().filter(|one| one.method == "DELETE");
        let news = deleted.filter(|one| one.header("mcp-session-id") == Some("new")).count();
        assert_eq!(news, usize::from(why == "2025-03-26"), "a session is left");
    }
}

#[tokio::test]
async fn a_modern_server_that_speaks_another_revision_ends_the_connection() {
    let others: [Refuse; 6] = [
        |_| json_body(400, &error(-32000, "Bad Request: No valid session ID provided")),
        |received| {
            let mut error = error(-32022, "Unsupported protocol version");
            error["error"]["data"] = json!({ "supported": ["2027-01-01"] });
            error["id"] = received.message["id"].clone();
            json_body(400, &error)
        },
        // Streamable HTTP without sessions, which ignores the header of the revision.
        |received| match received.rpc() {
            "server/discover" => json_body(200, &error(-32601, "Method not found")),
            _ => json_body(400, &error(-32600, "Missing session ID")),
        },
        // HTTP+SSE.
        |_| status(405),
        |_| text(400, "Bad Request"),
        |received| match received.rpc() {
            "server/discover" => {
                received.result(&json!({ "supportedVersions": ["2025-11-25"], "capabilities": {} }))
            }
            _ => json_body(200, &error(-32000, "not initialized")),
        },
    ];
    for (at, then) in others.into_iter().enumerate() {
        let (client, _server, error) = replaced(client(), modern_server, then).await;
        assert!(error.contains("no longer supports protocol version 2026-07-28"), "{at}: {error}");
        assert!(client.has_ended(), "{at}");
    }
}

/// A keepalive finds it as a call does.
#[tokio::test]
async fn a_ping_finds_that_a_server_speaks_another_revision() {
    let is_replaced = Arc::<AtomicBool>::default();
    let replaces = Arc::clone(&is_replaced);
    let server = ScriptedServer::start(move |received| {
        let is_replaced = is_replaced.load(Ordering::Relaxed);
        if is_replaced { json_body(200, &error(-32601, "?")) } else { modern_server(received) }
    })
    .await;
    let client = server.connect(client()).await;
    replaces.store(true, Ordering::Relaxed);
    client.ping().await.unwrap_err();
    assert!(client.has_ended());
}

#[tokio::test]
async fn what_stands_before_a_server_says_nothing_of_its_revisions() {
    let passing: [Refuse; 6] = [
        |_| status(404),
        |_| status(429),
        |_| status(503),
        |_| text(403, "<html>"),
        |_| json_body(500, &error(-32603, "the store is away")),
        |_| json_body(200, &error(-32603, "the store is away")),
    ];
    for (at, then) in passing.into_iter().enumerate() {
        let (client, _server, _) = replaced(client(), modern_server, then).await;
        assert!(!client.has_ended(), "{at}");
        let (client, _server, _) = replaced(legacy(), legacy_server, then).await;
        assert!(!client.has_ended(), "{at}");
    }
}
