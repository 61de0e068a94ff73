//! Servers that lie: what they say costs their own answers, never the client.

use mcp_runtime::protocol::{ProtocolVersion, Root};
use mcp_runtime_client::Client;
use mcp_runtime_testing::json;
use tokio::sync::mpsc;

use super::client;
use super::scripted::{ReceivedRequest, Say, ScriptedServer, event, json_body, status};

/// A modern server that answers the tool `honest` well, and others as `say` says.
async fn connect(say: impl Fn(&ReceivedRequest) -> Say + Send + Sync + 'static) -> Client {
    let server =
        ScriptedServer::modern(move |received| match &received.message["params"]["name"] {
            name if name == "honest" => json_body(200, &received.text("well")),
            _ => say(received),
        })
        .await;
    server.connect(client()).await
}

/// The error of a call, after which the next one works.
async fn error(say: impl Fn(&ReceivedRequest) -> Say + Send + Sync + 'static) -> String {
    let client = connect(say).await;
    let error = client.call_tool("liar", ()).await.unwrap_err();
    assert_eq!(client.call_tool("honest", ()).await.unwrap().text(), "well");
    error.to_string()
}

/// Guards against buffers without a limit at the client: PHP mcp/sdk CVE-2026-53965, and the limits
/// of rmcp 3.9.0.
#[tokio::test]
async fn what_has_no_end_is_cut_off() {
    let kilobyte = "x".repeat(1024);
    let event = format!("data: {kilobyte}\n");
    for (kind, text) in [
        ("text/event-stream", kilobyte.clone()),
        ("text/event-stream", event),
        ("application/json", kilobyte),
    ] {
        let error = error(move |_| Say::Endless(kind, text.clone())).await;
        assert!(error.contains("more than 1048576 bytes"), "{kind}: {error}");
    }
    let huge = vec![
        ("Content-Type", "application/json".to_owned()),
        ("Content-Length", (1024_u32 * 1024 * 1024).to_string()),
    ];
    let error = error(move |_| Say::Body(200, huge.clone(), "{".to_owned())).await;
    assert!(error.contains("more than 1048576 bytes"), "{error}");
    // An error without an end says at least its status.
    let error = connect(|_| Say::Body(500, Vec::new(), "wrong ".repeat(1024 * 1024)))
        .await
        .call_tool("liar", ())
        .await
        .unwrap_err();
    assert_eq!(error.http_status(), Some(500));
}

/// Guards against answers that go to another request, as in TypeScript CVE-2026-25536.
#[tokio::test]
async fn the_answer_to_another_request_is_none() {
    for is_stream in [false, true] {
        let (sender, mut waiting) = mpsc::unbounded_channel();
        let server = ScriptedServer::modern(move |received| {
            let id = received.message["id"].as_u64().unwrap();
            if received.message["params"]["name"] == "victim" {
                sender.send(()).unwrap();
                // It gets its own answer after the liar's.
                return Say::Open(String::new());
            }
            let mut stolen = received.text("stolen");
            stolen["id"] = json!(id - 1);
            if is_stream { Say::Events(event(None, &stolen)) } else { json_body(200, &stolen) }
        })
        .await;
        let client = server.connect(client()).await;
        let victim = tokio::spawn(client.call_tool("victim", ()).into_future());
        waiting.recv().await.unwrap();
        let error = client.call_tool("liar", ()).await.unwrap_err();
        assert!(error.to_string().contains("without the JSON-RPC response"), "{error}");
        assert!(!victim.is_finished(), "it waits for its own answer");
    }
}

#[tokio::test]
async fn wrong_ids_answer_nothing() {
    for id in [json!("1"), json!(-1), json!(1e300), json!([]), json!(999_999)] {
        let error = error(move |received| {
            let mut answer = received.text("wrong");
            answer["id"] = id.clone();
            json_body(200, &answer)
        })
        .await;
        assert!(
            error.contains("without the JSON-RPC response") || error.contains("cannot be read"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn an_error_without_an_id_is_that_of_the_request() {
    let error = error(|_| {
        let error = json!({ "code": -32700, "message": "what?" });
        json_body(200, &json!({ "jsonrpc": "2.0", "id": null, "error": error }))
    })
    .await;
    assert!(error.contains("what?"), "{error}");
}

#[tokio::test]
async fn an_answer_after_a_cancellation_is_dropped() {
    let (sender, mut waiting) = mpsc::unbounded_channel();
    let server = ScriptedServer::legacy(move |received| {
        let name = &received.message["params"]["name"];
        match received.rpc() {
            "tools/call" if name == "slow" => {
                sender.send(received.text("late")).unwrap();
                Say::Open(String::new())
            }
            "notifications/cancelled" => status(202),
            _ => {
                let mut both = received.text("late");
                both["id"] = json!(received.message["id"].as_u64().unwrap() - 1);
                Say::Events(event(None, &both) + &event(None, &received.text("well")))
            }
        }
    })
    .await;
    let client = server.connect(super::legacy()).await;
    let slow = tokio::spawn(client.call_tool("slow", ()).into_future());
    waiting.recv().await.unwrap();
    slow.abort();
    assert!(slow.await.unwrap_err().is_cancelled());
    assert_eq!(client.call_tool("next", ()).await.unwrap().text(), "well");
    client.close().await;
    assert!(server.seen().contains(&"POST notifications/cancelled".to_owned()));
}

#[tokio::test]
async fn an_answer_that_is_none_is_named() {
    let html = || ("Content-Type", "text/html".to_owned());
    let error_of =
        |code, body: &'static str| error(move |_| Say::Body(code, vec![html()], body.to_owned()));
    assert!(error_of(200, "<p>Hello").await.contains("text/html"));
    assert!(error(|_| status(202)).await.contains("202"));
    assert!(error(|_| Say::Events(String::new())).await.contains("ended the event stream"));
    let error = error_of(502, "<h1>\n  Bad   Gateway</h1>").await;
    assert!(error.contains("502") && error.contains("<h1> Bad Gateway</h1>"), "{error}");
    let long = error_of(500, include_str!("liars.rs")).await;
    assert!(long.len() < 200, "{long}");
}

/// A server that asks without an end, and takes no answer, costs what it may cost, and not more.
#[tokio::test]
async fn questions_without_an_end_are_not_all_answered() {
    let server =
        ScriptedServer::with_stream(|received| match (&*received.method, received.rpc()) {
            ("GET", _) => {
                let pings = (0..2000).map(|id| {
                    event(None, &json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }))
                });
                Say::Open(pings.collect())
            }
            ("POST", "tools/call") => json_body(200, &received.text("well")),
            // What is open keeps whoever posts waiting.
            _ => Say::Stalled,
        })
        .await;
    let client = server.connect(super::legacy()).await;
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "well");
    let answers = server.received().iter().filter(|one| one.rpc().is_empty()).count();
    assert!(answers < 300, "{answers}");
    client.close().await;
}

/// The answers to a server that takes none have a bound in bytes, too.
#[tokio::test]
async fn answers_that_are_not_taken_have_a_bound() {
    let server =
        ScriptedServer::with_stream(|received| match (&*received.method, received.rpc()) {
            ("GET", _) => {
                let ask = |id| json!({ "jsonrpc": "2.0", "id": id, "method": "roots/list" });
                Say::Open((0..100).map(|id| event(None, &ask(id))).collect())
            }
            ("POST", "tools/call") => json_body(200, &received.text("well")),
            _ => Say::Stalled,
        })
        .await;
    let root = Root::new(format!("file:///{}", "x".repeat(2 * 1024 * 1024)));
    let client = server.connect(super::legacy().roots([root])).await;
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "well");
    let answers = server.received().iter().filter(|one| one.message["result"].is_object()).count();
    assert!(answers <= 8, "{answers}");
    client.close().await;
}

/// What is said anew in each session must not open the next one without a pause.
#[tokio::test]
async fn a_server_that_forgets_each_session_is_not_rushed() {
    let server = ScriptedServer::legacy(|received| match received.header("mcp-session-id") {
        Some("s1") if received.rpc() == "resources/subscribe" => received.result(&json!({})),
        _ => status(404),
    })
    .await;
    let client = server.connect(super::legacy()).await;
    let _subscription = client.subscribe("test://a").await.unwrap();
    client.call_tool("any", ()).await.unwrap_err();
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    let opened = server.seen().iter().filter(|seen| *seen == "POST initialize").count();
    assert!(opened <= 5, "{opened}");
    client.close().await;
}

/// In the modern era, questions come in results; what is asked otherwise is not answered.
#[tokio::test]
async fn a_modern_server_cannot_ask_in_a_stream() {
    let server = ScriptedServer::modern(|received| {
        let question = json!({ "jsonrpc": "2.0", "id": 1, "method": "roots/list" });
        Say::Events(event(None, &question) + &event(None, &received.text("done")))
    })
    .await;
    let client = server.connect(client().version(ProtocolVersion::LATEST)).await;
    client.call_tool("any", ()).await.unwrap();
    client.close().await;
    assert_eq!(server.seen(), ["POST server/discover", "POST tools/call"]);
}
