//! One program for both protocols: the first message says which.

use mcp_test_support::peer::{Peer, modern, request};
use serde_json::{Value, json};

use super::fixture::Editor;

#[tokio::test]
async fn a_tool_gives_the_same_over_mcp_and_in_a_turn() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    assert_eq!(editor.said(&session, "call add {\"a\":2,\"b\":3}").await, "got 5");

    let (mut legacy, _process) = Peer::spawn(env!("CARGO_BIN_EXE_agent-server"));
    legacy.initialize("2025-11-25").await;
    let result = legacy.call("add", json!({ "a": 2, "b": 3 })).await;
    assert_eq!(result["content"][0]["text"], "5");

    let (mut current, _process) = Peer::spawn(env!("CARGO_BIN_EXE_agent-server"));
    let params = json!({ "name": "add", "arguments": { "a": 2, "b": 3 } });
    let answer = current.request("tools/call", modern(params)).await;
    assert_eq!(answer["result"]["content"][0]["text"], "5");
}

#[tokio::test]
async fn a_tool_for_turns_says_so_by_its_name_elsewhere() {
    let (mut legacy, _process) = Peer::spawn(env!("CARGO_BIN_EXE_agent-server"));
    legacy.initialize("2025-11-25").await;
    for tool in ["keep", "delegate"] {
        let result = legacy.call(tool, json!({})).await;
        assert_eq!(result["isError"], true, "{result}");
        let text = format!("tool `{tool}` is for the turns of agents only");
        assert_eq!(result["content"][0]["text"], text);
    }
    // What is optional is absent there.
    assert_eq!(legacy.call("place", json!({})).await["content"][0]["text"], "nowhere");
}

#[tokio::test]
async fn what_is_of_neither_protocol_gets_an_error_of_json_rpc() {
    let cases: [(Value, i64); 3] = [
        (request(1, "eat", json!({})), -32601),
        (json!([]), -32600),
        (json!({ "jsonrpc": "1.0", "id": 1, "method": "initialize" }), -32600),
    ];
    for (message, code) in cases {
        let mut editor = Editor::start();
        editor.peer.send(&message).await;
        assert_eq!(editor.peer.receive().await["error"]["code"], code, "{message}");
    }
}

/// Only what one of the protocols has says which of them is spoken.
#[tokio::test]
async fn after_a_first_message_of_neither_protocol_both_can_be_spoken() {
    for agent in [true, false] {
        let mut editor = Editor::start();
        assert_eq!(editor.error("eat", json!({})).await, -32601);
        assert_eq!(editor.error("initialize", json!({})).await, -32602);
        for line in ["[]", "{", "[1]"] {
            editor.peer.send(line).await;
            let error = editor.peer.receive().await;
            // As JSON-RPC has it.
            assert_eq!(error.get("id"), Some(&Value::Null), "{error}");
        }
        if agent {
            editor.result("initialize", json!({ "protocolVersion": 1 })).await;
            editor.session("/").await;
        } else {
            editor.peer.initialize("2025-11-25").await;
            let result = editor.peer.call("add", json!({ "a": 2, "b": 3 })).await;
            assert_eq!(result["content"][0]["text"], "5");
        }
    }
}

#[tokio::test]
async fn a_batch_is_refused_as_one_message() {
    let mut editor = Editor::open().await;
    let list = request(1, "session/list", json!({}));
    for batch in [json!([list, list]), json!([])] {
        editor.peer.send(batch).await;
        let answer = editor.peer.receive().await;
        assert_eq!([&answer["id"], &answer["error"]["code"]], [&json!(null), &json!(-32600)]);
        let message = answer["error"]["message"].as_str().expect("a message");
        assert!(message.starts_with("ACP has no batches"), "{message}");
    }
    editor.result("session/list", json!({})).await;
}

#[tokio::test]
async fn lines_that_are_not_messages_do_not_end_an_agent() {
    let mut editor = Editor::open().await;
    let lines = ["{", "[]", "[1]", "null", "\"a\"", "{}", "{\"jsonrpc\":\"2.0\",\"id\":{}}"];
    for line in lines {
        editor.peer.send(line).await;
        let error = editor.peer.receive().await;
        assert_eq!(error["id"], Value::Null, "{line}: {error}");
        assert!(error["error"]["code"].is_i64(), "{line}: {error}");
    }
    editor.peer.send_bytes(b"\xff\n").await;
    assert_eq!(editor.peer.receive().await["error"]["code"], -32700);
    editor.result("session/list", json!({})).await;
}
