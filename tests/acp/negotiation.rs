//! Which version is spoken, and what the sides say of themselves. The sentences in names are those of
//! the page on initialization.

use mcp_runtime_acp::negotiate;
use serde_json::{Value, json};

use super::fixture::Editor;

#[test]
fn the_newest_version_up_to_the_requested_one_is_chosen() {
    let cases: [(&[u16], [Option<u16>; 6]); 4] = [
        (&[1], [Some(1); 6]),
        (&[1, 2], [Some(2), Some(1), Some(2), Some(2), Some(2), Some(2)]),
        (&[2, 3], [None, None, Some(2), Some(3), Some(3), Some(3)]),
        (&[], [None; 6]),
    ];
    for (supported, chosen) in cases {
        let requested = [0, 1, 2, 3, 4, 65535];
        assert_eq!(requested.map(|version| negotiate(supported, version)), chosen, "{supported:?}");
    }
}

#[tokio::test]
async fn if_the_agent_supports_the_requested_version_it_responds_with_the_same_version() {
    assert_eq!(chosen(json!(1)).await["protocolVersion"], 1);
}

#[tokio::test]
async fn otherwise_the_agent_responds_with_the_latest_version_it_supports() {
    for requested in [0, 2, 3, 4, 65535] {
        assert_eq!(chosen(json!(requested)).await["protocolVersion"], 1, "{requested}");
    }
}

#[tokio::test]
async fn a_version_that_is_no_integer_of_16_bits_is_refused_and_the_connection_stays_open() {
    let mut editor = Editor::start();
    for wrong in [json!(1.5), json!(-1), json!(65536), json!(70000), json!(null), json!([1])] {
        let params = json!({ "protocolVersion": wrong });
        assert_eq!(editor.error("initialize", params).await, -32602, "{wrong}");
    }
    assert_eq!(editor.error("session/new", json!({ "cwd": "/" })).await, -32600);
    let params = json!({ "protocolVersion": 1 });
    assert_eq!(editor.result("initialize", params).await["protocolVersion"], 1);
}

#[tokio::test]
async fn requests_before_initialize_are_refused_and_notifications_ignored() {
    let mut editor = Editor::start();
    editor.cancel("nobody").await;
    assert_eq!(editor.error("session/list", json!({})).await, -32600);
    editor.cancel("nobody").await;
    assert_eq!(editor.error("session/list", json!({})).await, -32600);
    editor.result("initialize", json!({ "protocolVersion": 1 })).await;
    editor.result("session/list", json!({})).await;
}

#[tokio::test]
async fn the_agent_says_what_it_is_and_can() {
    let result = chosen(json!(1)).await;
    assert_eq!(
        result,
        json!({
            "protocolVersion": 1,
            "agentCapabilities": {
                "loadSession": true,
                "promptCapabilities": { "image": true, "audio": true, "embeddedContext": true },
                "mcpCapabilities": { "http": true, "sse": false },
                "sessionCapabilities": {
                    "list": {}, "resume": {}, "close": {}, "delete": {},
                    "additionalDirectories": {},
                },
            },
            "authMethods": [],
            "agentInfo": { "name": "agent-server", "version": env!("CARGO_PKG_VERSION") },
        })
    );
}

/// A form is sent only to clients that have said, in the right type, that they can show one.
#[tokio::test]
async fn agents_treat_all_capabilities_omitted_in_the_initialize_request_as_unsupported() {
    let supported = json!({ "elicitation": { "form": {} } });
    let unsupported = [
        json!(null),
        json!(true),
        json!({}),
        json!({ "elicitation": null }),
        json!({ "elicitation": {} }),
        json!({ "elicitation": true }),
        json!({ "elicitation": { "form": null } }),
        json!({ "elicitation": { "form": true } }),
        json!({ "elicitation": { "form": false, "url": {} } }),
    ];
    for capabilities in unsupported {
        let mut editor = Editor::start();
        initialize(&mut editor, &capabilities).await;
        let session = editor.session("/work").await;
        let said = editor.said(&session, "call greet").await;
        assert!(said.starts_with("failed: ") && said.contains("elicitation"), "{said}");
    }
    let mut editor = Editor::start();
    initialize(&mut editor, &supported).await;
    let session = editor.session("/work").await;
    let prompt = editor.prompt(&session, "call greet").await;
    for _ in 0..3 {
        editor.peer.receive().await;
    }
    let (id, _) = editor.asked("elicitation/create").await;
    editor.reply(&id, json!({ "action": "decline" })).await;
    assert_eq!(editor.until(prompt).await.1["result"]["stopReason"], "end_turn");
}

#[tokio::test]
async fn unknown_methods_are_not_found_and_unknown_notifications_ignored() {
    let mut editor = Editor::open().await;
    for method in ["_example.com/thing", "session/set_mode", "authenticate", "logout", "nes/start"]
    {
        assert_eq!(editor.error(method, json!({})).await, -32601, "{method}");
    }
    editor.peer.send(json!({ "jsonrpc": "2.0", "method": "_example.com/news" })).await;
    editor.result("session/list", json!({})).await;
}

async fn initialize(editor: &mut Editor, capabilities: &Value) {
    let params = json!({ "protocolVersion": 1, "clientCapabilities": capabilities });
    editor.result("initialize", params).await;
}

/// What an agent that speaks version 1 only answers to a version.
async fn chosen(version: Value) -> Value {
    let mut editor = Editor::start_with(&["1"]);
    editor.result("initialize", json!({ "protocolVersion": version })).await
}
