//! One program for both protocols: MCP, and with the argument `acp` the one of agents.

use mcp_runtime::{Result, server};
use mcp_runtime_acp::{AgentServer, Client, Prompt, Turn, agent};
use mcp_test_support::peer::{Peer, modern, request};
use serde_json::{Value, json};
use tokio::io::{empty, sink};

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
        let text = format!("tool `{tool}` is available only in a turn of an agent");
        assert_eq!(result["content"][0]["text"], text);
    }
    // What is optional is absent there.
    assert_eq!(legacy.call("place", json!({})).await["content"][0]["text"], "nowhere");
}

#[tokio::test]
async fn what_is_of_neither_protocol_gets_an_error_of_json_rpc() {
    let cases: [(Value, i64); 3] = [
        // `initialize` has to come first.
        (request(1, "eat", json!({})), -32600),
        (json!([]), -32600),
        (json!({ "jsonrpc": "1.0", "id": 1, "method": "initialize" }), -32600),
    ];
    for (message, code) in cases {
        let mut editor = Editor::start();
        editor.peer.send(&message).await;
        assert_eq!(editor.peer.receive().await["error"]["code"], code, "{message}");
    }
}

#[tokio::test]
async fn an_editor_that_forgets_the_argument_is_told_of_it() {
    let (mut peer, _process) = Peer::spawn(env!("CARGO_BIN_EXE_agent-server"));
    let answer = peer.request("initialize", json!({ "protocolVersion": 1 })).await;
    assert_eq!(answer["error"]["code"], -32602);
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.ends_with("; to speak ACP, start the program with `acp`"), "{message}");
    // It is no part of what clients of MCP are told of other mistakes.
    let answer = peer.request("eat", json!({})).await;
    assert!(!answer["error"]["message"].to_string().contains("ACP"), "{answer}");
}

/// Repeats the prompt.
#[agent]
async fn echo(prompt: Prompt, turn: Turn) -> Result<()> {
    turn.say(prompt.text()).await
}

#[tokio::test]
async fn in_memory_a_client_of_agents_gets_the_agent() {
    let client = Client::builder("editor", "1.0").connect(server!().agent::<echo>()).await.unwrap();
    let session = client.new_session("/").await.unwrap();
    assert_eq!(session.prompt("hello").await.unwrap().text().await.unwrap(), "hello");
    let error = Client::builder("editor", "1.0").connect(server!()).await.unwrap_err();
    assert_eq!(error.to_string(), "the server does not speak ACP");
    let refused = mcp_runtime_acp::serve(server!().build().unwrap(), (empty(), sink())).await;
    let error = refused.unwrap_err().to_string();
    assert_eq!(error, "the server speaks MCP, and no other protocol");
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
