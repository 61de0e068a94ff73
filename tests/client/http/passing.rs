//! Trouble on the way to a server that passes.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, Started};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::time::{Instant, timeout};

use super::client;
use super::scripted::{ReceivedRequest, Say, ScriptedServer, event, json_body, status};

/// A response that is cut: it has more bytes by its head.
fn cut() -> Say {
    let headers = [("Content-Type", "application/json"), ("Content-Length", "100")];
    Say::Body(200, headers.map(|(name, value)| (name, value.to_owned())).into(), "{".to_owned())
}

fn wait(code: u16, seconds: &str) -> Say {
    Say::Body(code, vec![("Retry-After", seconds.to_owned())], String::new())
}

/// What happens to a request on its way; the first four are those of a public report each.
fn troubles() -> [(&'static str, Say); 9] {
    let page = |code| {
        let kind = vec![("Content-Type", "text/html".to_owned())];
        Say::Body(code, kind, "<h1>Sorry</h1>".to_owned())
    };
    [
        ("429", wait(429, "1")),
        ("408", status(408)),
        ("reset", cut()),
        ("404", page(404)),
        ("425", status(425)),
        ("504", page(504)),
        ("503", wait(503, "1")),
        ("an end in a stream", Say::Events(event(None, &progress()))),
        ("an empty stream", Say::Events(String::new())),
    ]
}

fn progress() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/message",
            "params": { "level": "info", "data": "working" } })
}

fn task(status: &str) -> Value {
    json!({ "taskId": "t", "status": status, "createdAt": "2026-11-21T10:00:00Z", "ttlMs": 60_000,
            "pollIntervalMs": 100, "resultType": "complete" })
}

fn done() -> Value {
    json!({ "content": [{ "type": "text", "text": "done" }], "resultType": "complete" })
}

/// A modern server whose requests about tasks meet these troubles, one after the other.
async fn modern(method: &'static str, troubles: Vec<Say>) -> (ScriptedServer, Client) {
    let troubles = Mutex::new(VecDeque::from(troubles));
    let answered = Mutex::new(method == "tasks/get");
    let server = ScriptedServer::modern(move |received| {
        if received.rpc() == method
            && let Some(trouble) = troubles.lock().unwrap().pop_front()
        {
            return trouble;
        }
        match received.rpc() {
            "tools/call" => {
                let mut working = task("working");
                working["resultType"] = "task".into();
                received.result(&working)
            }
            "tasks/update" => {
                *answered.lock().unwrap() = true;
                received.result(&json!({ "resultType": "complete" }))
            }
            "tasks/get" if *answered.lock().unwrap() => {
                let mut task = task("completed");
                task["result"] = done();
                received.result(&task)
            }
            "tasks/get" => {
                let mut task = task("input_required");
                task["inputRequests"] = json!({ "where": { "method": "roots/list" } });
                received.result(&task)
            }
            _ => received.result(&json!({ "resultType": "complete" })),
        }
    })
    .await;
    let client = server.connect(client().roots([]).tasks()).await;
    (server, client)
}

fn count(server: &ScriptedServer, method: &str) -> usize {
    server.received().iter().filter(|one| one.rpc() == method).count()
}

#[tokio::test]
async fn trouble_on_the_way_ends_no_task() {
    let runs = ["tasks/get", "tasks/update"].into_iter().flat_map(|method| {
        troubles().map(|(name, trouble)| {
            tokio::spawn(async move {
                let (server, client) = modern(method, vec![trouble]).await;
                let done =
                    timeout(Duration::from_secs(20), client.call_tool("any", ()).into_future());
                assert_eq!(done.await.unwrap().unwrap().text(), "done", "{name} at {method}");
                assert!(count(&server, method) >= 2);
                client.close().await;
                assert_eq!(count(&server, "tasks/cancel"), 0, "{name} at {method}");
            })
        })
    });
    for run in runs.collect::<Vec<_>>() {
        run.await.unwrap();
    }
}

/// The result of a task at a legacy server is asked for once it has ended, which must not lose it.
#[tokio::test]
async fn trouble_on_the_way_loses_no_result() {
    let runs = ["tasks/get", "tasks/result"].into_iter().flat_map(|method| {
        troubles().into_iter().filter(|(name, _)| *name != "an empty stream").map(
            move |(name, trouble)| {
                tokio::spawn(async move {
                    let (server, client) = legacy(method, trouble).await;
                    let Started::Task(task) = client.start("any", ()).await.unwrap() else {
                        panic!()
                    };
                    let done = timeout(Duration::from_secs(20), task.result());
                    assert_eq!(done.await.unwrap().unwrap().text(), "done", "{name} at {method}");
                    assert!(count(&server, method) >= 2, "{name} at {method}");
                })
            },
        )
    });
    for run in runs.collect::<Vec<_>>() {
        run.await.unwrap();
    }
}

async fn legacy(method: &'static str, trouble: Say) -> (ScriptedServer, Client) {
    let trouble = Mutex::new(Some(trouble));
    let answer = |received: &ReceivedRequest| {
        match received.rpc() {
        _ if received.method == "GET" => status(405),
        "initialize" => received.result(&json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "tools": {}, "tasks": { "cancel": {}, "requests": { "tools": { "call": {} } } } },
            "serverInfo": { "name": "scripted", "version": "1" },
        })),
        "tools/list" => received.result(&json!({ "tools": [{
            "name": "any", "inputSchema": { "type": "object" },
            "execution": { "taskSupport": "optional" },
        }] })),
        "tools/call" => {
            let task = json!({ "taskId": "t", "status": "working", "pollInterval": 100,
                               "createdAt": "2026-11-21T10:00:00Z" });
            received.result(&json!({ "task": task }))
        }
        "tasks/get" => received.result(&json!({ "taskId": "t", "status": "completed",
            "pollInterval": 100, "createdAt": "2026-11-21T10:00:00Z" })),
        "tasks/result" => json_body(200, &received.text("done")),
        _ => status(202),
    }
    };
    let server = ScriptedServer::start(move |received| {
        let trouble = trouble.lock().unwrap().take_if(|_| received.rpc() == method);
        trouble.unwrap_or_else(|| answer(received))
    })
    .await;
    let builder = client().tasks().version(ProtocolVersion::V2025_11_25);
    let client = server.connect(builder).await;
    (server, client)
}

#[tokio::test]
async fn a_poll_comes_back_when_the_server_wants_it() {
    let (server, client) = modern("tasks/get", vec![wait(429, "3")]).await;
    let began = Instant::now();
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
    assert!(began.elapsed() >= Duration::from_secs(3), "{:?}", began.elapsed());
    assert_eq!(count(&server, "tasks/get"), 2);
}

#[tokio::test]
async fn a_server_says_in_seconds_or_by_a_date_when_it_is_back() {
    let now = "Sun, 06 Nov 1994 08:49:37 GMT";
    let cases = [
        ("7", None, Some(7)),
        ("Sun, 06 Nov 1994 08:49:44 GMT", Some(now), Some(7)),
        // Forms of long ago, which nobody may send any more.
        ("Sunday, 06-Nov-94 08:49:44 GMT", Some(now), None),
        ("Sun Nov  6 08:49:44 1994", Some(now), None),
        // The clock of the server is not known, and the date is over by ours.
        ("Sun, 06 Nov 1994 08:49:44 GMT", Some("now"), Some(0)),
        ("Fri, 31 Dec 9999 23:59:59 GMT", None, Some(300)),
        ("86400", None, Some(300)),
        ("99999999999999999999999", None, Some(300)),
        ("tomorrow", None, None),
    ];
    for (after, date, expected) in cases {
        let headers: Vec<_> = [Some(("Retry-After", after)), date.map(|date| ("Date", date))]
            .into_iter()
            .flatten()
            .map(|(name, value)| (name, value.to_owned()))
            .collect();
        let say = move |_: &ReceivedRequest| Say::Body(503, headers.clone(), String::new());
        let server = ScriptedServer::start(say).await;
        let error = client().connect(server.http()).await.unwrap_err();
        let wanted = error.retry_after().map(|time| time.as_secs());
        assert_eq!(wanted, expected, "{after}, {date:?}: {error}");
    }
}

/// A server of HTTP+SSE refuses the POST of newer ones, which says nothing of why its stream does not
/// open for the moment.
#[tokio::test]
async fn a_stream_that_does_not_open_for_the_moment_is_the_reason() {
    let troubles = [(503, "2"), (429, "9"), (502, ""), (408, "")];
    for (code, retry_after) in troubles {
        let server = ScriptedServer::start(move |received| match &*received.method {
            "GET" => wait(code, retry_after),
            _ => status(405),
        })
        .await;
        let error = client().connect(server.http()).await.unwrap_err();
        assert_eq!(error.http_status(), Some(code), "{error}");
        assert_eq!(error.retry_after().map(|time| time.as_secs()), retry_after.parse().ok());
    }
    let cut = ScriptedServer::start(|received| match &*received.method {
        "GET" => Say::Events(String::new()),
        _ => status(405),
    })
    .await;
    let error = client().connect(cut.http()).await.unwrap_err();
    assert_eq!(error.http_status(), None, "{error}");
    // Whoever answers that there is no stream has none.
    for code in [404, 405, 406] {
        let server = ScriptedServer::start(move |received| match &*received.method {
            "GET" => status(code),
            _ => status(405),
        })
        .await;
        let error = client().connect(server.http()).await.unwrap_err();
        assert_eq!(error.http_status(), Some(405), "{error}");
    }
}
