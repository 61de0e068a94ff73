//! Our client with extensions: of our server, and of one that is scripted.

use std::sync::{Arc, Mutex};

use mcp_runtime::protocol::{CallToolResult, ContentBlock, ProtocolVersion};
use mcp_runtime::{Extension, Result, Server, server, tool};
use mcp_runtime_client::{Client, ClientBuilder, HttpTransport};
use mcp_test_support::http;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::batch::{Batch, Progress, Queued, Report, Run, Settings, Stop};
use mcp_test_support::scripted::{result, scripted};

/// Answers.
#[tool]
fn echo(text: Option<String>) -> String {
    text.unwrap_or_default()
}

fn server() -> Server {
    server!().extension(Batch::default()).tool::<echo>().build().unwrap()
}

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0").extension(Batch::ID.with(Settings { max_items: Some(5) }))
}

fn resolving() -> ClientBuilder {
    client().on_result::<Batch, Queued, _>("batch", |queued, client| async move {
        client.call_tool("echo", json!({ "text": format!("from {}", queued.id) })).await
    })
}

#[tokio::test]
async fn requests_have_types_in_both_eras_and_over_http() {
    for version in [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28] {
        let client = client().version(version).connect(server()).await.unwrap();
        let report = client.send(Run { calls: vec!["a".to_owned()] }).await.unwrap();
        assert_eq!(report, Report { count: 1, most: Some(5) }, "{version}");
    }
    let (address, listener) = http::listener().await;
    tokio::spawn(server().into_http().serve_on(listener, std::future::pending()));
    let url = format!("http://{}/mcp", address.0);
    let client = client().connect(HttpTransport::new(&url)).await.unwrap();
    let report = client.send(Run { calls: Vec::new() }).await.unwrap();
    assert_eq!(report.count, 0);
    // With the header that HTTP repeats.
    client.send(Stop { batch_id: "7".to_owned() }).await.unwrap();
    let error = client.send(Stop { batch_id: "none".to_owned() }).await.unwrap_err();
    assert_eq!(error.rpc().unwrap().message, "no such batch");
}

#[tokio::test]
async fn what_the_server_does_not_offer_is_not_sent() {
    let plain = server!().tool::<echo>().build().unwrap();
    let client = client().connect(plain).await.unwrap();
    let error = client.send(Run { calls: Vec::new() }).await.unwrap_err().to_string();
    assert!(error.contains("does not offer the extension `com.example/batch`"), "{error}");
    let error = client.listen_to::<Progress>(["a"]).await.unwrap_err().to_string();
    assert!(error.contains("does not offer"), "{error}");
}

#[tokio::test]
async fn notifications_have_types() {
    let (sender, mut heard) = mpsc::unbounded_channel();
    let server = server();
    let hearing = client().on(move |progress: Progress| {
        sender.send((progress.batch_id, progress.done)).unwrap();
    });
    let client = hearing.connect(server.clone()).await.unwrap();
    let subscription = client.listen_to::<Progress>(["a"]).await.unwrap();
    server.notify(Progress { batch_id: "b".to_owned(), done: 1 }).unwrap();
    server.notify(Progress { batch_id: "a".to_owned(), done: 2 }).unwrap();
    assert_eq!(heard.recv().await, Some(("a".to_owned(), 2)));
    drop(subscription);
}

#[tokio::test]
async fn a_notification_to_the_server_says_who_sends_it() {
    /// A hint.
    #[derive(serde::Serialize, mcp_runtime::ExtensionNotification)]
    #[notification("notifications/batch/hint", extension = Batch)]
    struct Hint {
        items: u32,
    }

    for version in [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28] {
        let client = client().version(version).connect(server()).await.unwrap();
        client.send_notification(Hint { items: 8 }).unwrap();
        let hints: String = client.call("hints", ()).await.unwrap();
        assert_eq!(hints, "[8]", "{version}");
    }
}

#[tokio::test]
async fn a_result_of_an_extension_becomes_that_of_the_tool() {
    let client = resolving().connect(server()).await.unwrap();
    let text: String = client.call("hints", json!({ "queue": "batch" })).await.unwrap();
    assert_eq!(text, "from hints");
    let called = client.call_tool("hints", json!({ "queue": "batch" })).await.unwrap();
    assert_eq!(called.text(), "from hints");
    // Nobody resolves it here.
    let client = self::client().connect(server()).await.unwrap();
    let error = client.call_tool("hints", json!({ "queue": "batch" })).await.unwrap_err();
    assert!(error.to_string().contains("invalid response"), "{error}");
}

/// The extension is of 2025-11-25.
#[tokio::test]
async fn a_result_of_an_extension_becomes_that_of_the_tool_in_a_session_too() {
    let resolving = || resolving().version(ProtocolVersion::V2025_11_25);
    let queue = || json!({ "queue": "batch" });
    let client = resolving().connect(server()).await.unwrap();
    let text: String = client.call("hints", queue()).await.unwrap();
    assert_eq!(text, "from hints");
    assert_eq!(client.call_tool("hints", queue()).await.unwrap().text(), "from hints");
    let validating = resolving().validate_results().connect(server()).await.unwrap();
    assert_eq!(validating.call_tool("hints", queue()).await.unwrap().text(), "from hints");
    let (address, listener) = http::listener().await;
    tokio::spawn(server().into_http().serve_on(listener, std::future::pending()));
    let url = format!("http://{}/mcp", address.0);
    let client = resolving().connect(HttpTransport::new(&url)).await.unwrap();
    assert_eq!(client.call_tool("hints", queue()).await.unwrap().text(), "from hints");
}

/// There, `resultType` is a member like any other.
#[tokio::test]
async fn a_kind_of_result_that_nobody_knows_is_a_plain_result_in_a_session() {
    for (version, kind, said) in [
        ("2025-11-25", "surprise", "plain"),
        ("2025-11-25", "complete", "plain"),
        ("2025-11-25", "input_required", "plain"),
        ("2025-11-25", "batch", "resolved"),
        // The extension does not exist there.
        ("2025-06-18", "batch", "plain"),
    ] {
        let server = scripted(move |message| match message["method"].as_str().unwrap() {
            "initialize" => result(message, &json!({ "protocolVersion": version })),
            "tools/call" => {
                let content = json!([{ "type": "text", "text": "plain" }]);
                result(message, &json!({ "resultType": kind, "id": "1", "content": content }))
            }
            _ => None,
        });
        let client = client()
            .on_result::<Batch, Queued, _>("batch", |_, _| async {
                Ok(CallToolResult::new(vec![ContentBlock::text("resolved")]))
            })
            .version(version.parse().unwrap())
            .connect(server)
            .await
            .unwrap();
        assert_eq!(client.call_tool("a", ()).await.unwrap().text(), said, "{version}: {kind}");
    }
}

/// A server that answers every call with a result of a kind.
async fn answering(client: ClientBuilder, kind: &'static str) -> Client {
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => result(
            message,
            &json!({ "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} } }),
        ),
        _ => result(message, &json!({ "resultType": kind, "id": "1", "content": [] })),
    });
    client.version(ProtocolVersion::V2026_07_28).connect(server).await.unwrap()
}

#[tokio::test]
async fn a_kind_of_result_that_nobody_knows_is_an_invalid_response() {
    for kind in ["surprise", "Complete", ""] {
        let client = answering(resolving(), kind).await;
        let error = client.call_tool("a", ()).await.unwrap_err().to_string();
        assert!(error.contains("invalid response to tools/call"), "{kind}: {error}");
        let error = client.call::<Value>("a", ()).await.unwrap_err().to_string();
        assert!(error.contains("invalid response"), "{kind}: {error}");
        let error = client.request("prompts/get", json!({ "name": "a" })).await.unwrap_err();
        assert!(error.to_string().contains("invalid response"), "{kind}: {error}");
        let error = client.call_tool("a", ()).once().await.unwrap_err().to_string();
        assert!(error.contains("invalid response"), "{kind}: {error}");
    }
    assert!(answering(resolving(), "complete").await.call_tool("a", ()).await.is_ok());
}

#[tokio::test]
async fn a_request_that_did_not_declare_the_extension_gets_no_result_of_it() {
    let calls = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&calls);
    let resolving = client().on_result::<Batch, Queued, _>("batch", move |_, _| {
        *counted.lock().unwrap() += 1;
        async { Ok(CallToolResult::new(vec![ContentBlock::text("resolved")])) }
    });
    let client = answering(resolving, "batch").await;
    let none = mcp_runtime::protocol::ClientCapabilities::default();
    let error = client.call_tool("a", ()).capabilities(&none).await.unwrap_err().to_string();
    assert!(error.contains("invalid response"), "{error}");
    assert_eq!(client.call_tool("a", ()).await.unwrap().text(), "resolved");
    assert_eq!(*calls.lock().unwrap(), 1);
}

#[tokio::test]
async fn what_is_resolved_has_to_be_declared() -> Result<()> {
    let silent = Client::builder("agent", "1.0")
        .on_result::<Batch, Queued, _>("batch", |_, _| async { Ok(CallToolResult::default()) });
    let error = silent.connect(server()).await.unwrap_err().to_string();
    assert!(error.contains("call `extension`"), "{error}");
    Ok(())
}
