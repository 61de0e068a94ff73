//! The page on initialization, sentence by sentence, as far as an agent keeps it. Those about versions
//! that are supported or not, and about capabilities that are left out, are in `negotiation`.
//!
//! Source: [ACP, "Initialization"](https://agentclientprotocol.com/protocol/initialization).

use serde_json::{Value, json};

use super::fixture::Editor;

#[tokio::test]
async fn before_a_session_can_be_created_clients_must_initialize_the_connection() {
    let mut editor = Editor::start();
    let setup = json!({ "cwd": "/", "mcpServers": [] });
    let answer = editor.peer.request("session/new", setup.clone()).await;
    assert_eq!(answer["error"]["code"], -32600);
    assert_eq!(answer["error"]["message"], "send `initialize` first");
    editor.result("initialize", json!({ "protocolVersion": 1 })).await;
    assert!(editor.result("session/new", setup).await["sessionId"].is_string());
}

#[tokio::test]
async fn the_versions_in_requests_and_responses_are_a_single_integer() {
    let mut editor = Editor::start();
    let result = editor.result("initialize", json!({ "protocolVersion": 1 })).await;
    assert!(result["protocolVersion"].is_u64(), "{result}");
    for wrong in [json!("1"), json!(1.5), json!([1]), json!({ "major": 1 })] {
        let params = json!({ "protocolVersion": wrong });
        assert_eq!(editor.error("initialize", params).await, -32602, "{wrong}");
    }
}

#[tokio::test]
async fn the_initialize_request_must_include_the_latest_version_the_client_supports() {
    let mut editor = Editor::open().await;
    for params in [json!({}), json!({ "clientCapabilities": {} }), json!({ "version": 1 })] {
        assert_eq!(editor.error("initialize", params).await, -32602);
    }
}

/// Whatever is asked for, the answer has the shape of the version that it names.
#[tokio::test]
async fn clients_and_agents_must_agree_on_a_version_and_act_according_to_it() {
    let info = json!({ "name": "editor", "version": "1" });
    for requested in [0, 1, 3, 65535] {
        let mut editor = Editor::start();
        let params = json!({
            "protocolVersion": requested, "info": info, "capabilities": {}, "clientInfo": info,
        });
        let result = editor.result("initialize", params).await;
        let (ours, others) = match result["protocolVersion"].as_u64() {
            Some(1) => (["agentCapabilities", "agentInfo"], ["capabilities", "info"]),
            // `agentInfo` is of its draft of June, as `clientInfo` is.
            _ => (["capabilities", "info"], ["agentCapabilities", "loadSession"]),
        };
        assert!(ours.iter().all(|member| result[member].is_object()), "{result}");
        assert!(others.iter().all(|member| result.get(member).is_none()), "{result}");
    }
}

#[tokio::test]
async fn all_capabilities_included_in_the_initialize_request_are_optional() {
    let mut editor = Editor::start();
    editor.result("initialize", json!({ "protocolVersion": 1 })).await;
    let session = editor.session("/").await;
    assert_eq!(editor.said(&session, "say hello").await, "hello");
}

#[tokio::test]
async fn agents_should_support_all_possible_combinations_of_their_peers_capabilities() {
    let mut editor = Editor::start();
    let first = editor.result("initialize", json!({ "protocolVersion": 1 })).await;
    for set in 0..256 {
        let is = |bit: u32| set & (1 << bit) != 0;
        let object = |bit: u32| if is(bit) { json!({}) } else { Value::Null };
        let capabilities = json!({
            "fs": { "readTextFile": is(0), "writeTextFile": is(1) },
            "terminal": is(2),
            "auth": { "terminal": is(3) },
            "elicitation": { "form": object(4), "url": object(5) },
            "session": { "notices": object(6), "compaction": object(7) },
        });
        let params = json!({ "protocolVersion": 1, "clientCapabilities": capabilities });
        assert_eq!(editor.result("initialize", params).await, first, "{capabilities}");
    }
    let session = editor.session("/").await;
    assert_eq!(editor.said(&session, "say hello").await, "hello");
}

#[tokio::test]
async fn the_introduction_of_new_capabilities_is_not_considered_a_breaking_change() {
    let mut editor = Editor::start();
    let capabilities = json!({
        "teleport": { "beam": {} }, "fs": { "format": true }, "elicitation": { "hologram": {} },
        "_meta": { "example.com": { "anything": [1, null] } },
    });
    let params = json!({
        "protocolVersion": 1, "clientCapabilities": capabilities, "later": true, "_meta": null,
    });
    assert_eq!(editor.result("initialize", params).await["protocolVersion"], 1);
}

#[tokio::test]
async fn what_is_advertised_is_served_and_what_is_not_is_not() {
    let mut editor = Editor::start();
    let params = json!({ "protocolVersion": 1 });
    let said = editor.result("initialize", params).await["agentCapabilities"].take();
    let optional = [
        ("session/load", said["loadSession"] == true),
        ("session/resume", said["sessionCapabilities"]["resume"].is_object()),
        ("session/list", said["sessionCapabilities"]["list"].is_object()),
        ("session/close", said["sessionCapabilities"]["close"].is_object()),
        ("session/delete", said["sessionCapabilities"]["delete"].is_object()),
        ("session/fork", said["sessionCapabilities"]["fork"].is_object()),
        ("logout", said["auth"]["logout"].is_object()),
    ];
    for (method, advertised) in optional {
        let code = editor.peer.request(method, json!({})).await["error"]["code"].take();
        assert_eq!(code != -32601, advertised, "{method}: {code}");
    }
}

#[tokio::test]
async fn agents_must_support_text_and_resource_link_content_blocks_in_prompts() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let link = json!({ "type": "resource_link", "uri": "file:///a.rs", "name": "a.rs" });
    let prompt = json!([{ "type": "text", "text": "show" }, link]);
    let params = json!({ "sessionId": session, "prompt": prompt });
    let id = editor.peer.start("session/prompt", params).await;
    let (messages, answer) = editor.until(id).await;
    let shown = messages[0]["params"]["update"]["content"]["text"].as_str().expect("a text");
    assert_eq!(serde_json::from_str::<Value>(shown).expect("JSON"), prompt);
    assert_eq!(answer["result"]["stopReason"], "end_turn");
}

#[tokio::test]
async fn clients_and_agents_should_provide_information_about_their_implementation() {
    let mut editor = Editor::start();
    let result = editor.result("initialize", json!({ "protocolVersion": 1 })).await;
    let info = json!({ "name": "agent-server", "version": env!("CARGO_PKG_VERSION") });
    assert_eq!(result["agentInfo"], info);
    // A client that says nothing, or not what it should, is served, too.
    for (client, known) in [
        (json!(null), "unknown"),
        (json!("editor"), "unknown"),
        (json!({ "name": "editor", "version": "1", "title": "The editor" }), "editor"),
    ] {
        let params = json!({ "protocolVersion": 1, "clientInfo": client });
        editor.result("initialize", params).await;
        let session = editor.session("/").await;
        assert_eq!(editor.said(&session, "client").await, known);
    }
}
