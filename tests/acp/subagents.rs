//! Subagents, as sessions of their own and as tool calls.

use serde_json::{Value, json};

use super::fixture::Editor;

/// The updates of a turn with their sessions: `parent` and `child`.
async fn turn(capabilities: Value, text: &str) -> (Vec<(&'static str, Value)>, Value) {
    let mut editor = Editor::open_with(capabilities).await;
    let session = editor.session("/work").await;
    let id = editor.prompt(&session, text).await;
    let (messages, answer) = editor.until(id).await;
    let updates = messages.into_iter().map(|mut message| {
        let is_parent = message["params"]["sessionId"] == *session;
        (if is_parent { "parent" } else { "child" }, message["params"]["update"].take())
    });
    (updates.collect(), answer["result"]["stopReason"].clone())
}

fn kinds(updates: &[(&'static str, Value)]) -> Vec<String> {
    let kind = |(whose, update): &(&str, Value)| {
        format!("{whose} {}", update["sessionUpdate"].as_str().unwrap_or("?"))
    };
    updates.iter().map(kind).collect()
}

#[tokio::test]
async fn a_subagent_in_a_tool_is_content_of_its_call() {
    let (updates, reason) = turn(json!({ "subagents": {} }), "call delegate").await;
    assert_eq!(reason, "end_turn");
    let expected = [
        "parent tool_call",
        "parent tool_call_update",
        "parent subagent_update",
        "parent tool_call_update",
        "child tool_call",
        "child tool_call_update",
        "child tool_call_update",
        "parent subagent_update",
        "parent tool_call_update",
        "parent agent_message_chunk",
    ];
    assert_eq!(kinds(&updates), expected);
    let child = &updates[2].1["sessionId"];
    assert_eq!(updates[2].1["description"], "It helps.");
    let content = json!({ "type": "session", "sessionId": child });
    assert_eq!(updates[3].1["content"], json!([content]));
    assert_eq!(updates[8].1["content"][0], content);
    let state = &updates[7].1["state"];
    assert_eq!((&state["state"], &state["stopReason"]), (&json!("idle"), &json!("error")));
    assert_eq!(state["error"]["message"], "no more");
}

#[tokio::test]
async fn clients_without_subagents_see_a_call_with_the_last_message() {
    for cannot in [json!({}), json!({ "subagents": null }), json!({ "subagents": true })] {
        let (updates, _) = turn(cannot.clone(), "delegate").await;
        assert_eq!(kinds(&updates), ["parent tool_call", "parent tool_call_update"]);
        let (updates, _) = turn(cannot, "call delegate").await;
        let calls = ["parent tool_call", "parent tool_call_update"];
        let expected = [
            &calls[..],
            &calls[..1],
            &["parent tool_call_update"; 2],
            &["parent agent_message_chunk"],
        ];
        assert_eq!(kinds(&updates), expected.concat());
        assert_eq!(updates[3].1["status"], "failed");
    }
}

#[tokio::test]
async fn a_turn_that_is_cancelled_ends_its_subagents() {
    let mut editor = Editor::open_with(json!({ "subagents": {} })).await;
    let session = editor.session("/work").await;
    let id = editor.prompt(&session, "delegate-forever").await;
    let begun = editor.peer.receive().await;
    let child = begun["params"]["update"]["sessionId"].clone();
    for (method, code) in
        [("session/prompt", -32602), ("session/load", -32002), ("session/resume", -32002)]
    {
        let prompt = json!([{ "type": "text", "text": "hi" }]);
        let params = json!({
            "sessionId": child, "cwd": "/work", "mcpServers": [], "prompt": prompt,
        });
        assert_eq!(editor.error(method, params).await, code, "{method}");
    }
    editor.cancel(&session).await;
    let (before, answer) = editor.until(id).await;
    assert_eq!(before.len(), 1);
    let state = json!({ "state": "idle", "stopReason": "cancelled" });
    assert_eq!(before[0]["params"]["update"]["state"], state);
    assert_eq!(answer["result"]["stopReason"], "cancelled");
    // Nothing is left of it.
    let prompt = json!([{ "type": "text", "text": "hi" }]);
    let params = json!({ "sessionId": child, "prompt": prompt });
    assert_eq!(editor.error("session/prompt", params).await, -32002);
}

#[tokio::test]
async fn what_an_agent_leaves_at_work_ends_with_its_turn() {
    let capabilities = json!({ "subagents": {}, "session": { "compaction": {} } });
    let (updates, reason) = turn(capabilities, "delegate-and-leave").await;
    assert_eq!(reason, "end_turn");
    let expected = [
        "parent subagent_update",
        "parent compaction_update",
        "parent subagent_update",
        "parent compaction_update",
    ];
    assert_eq!(kinds(&updates), expected);
    assert_eq!(updates[2].1["state"]["stopReason"], "cancelled");
    assert_eq!(updates[3].1["status"], "cancelled");
}

#[tokio::test]
async fn a_subagent_that_is_cancelled_withdraws_its_question() {
    let mut editor = Editor::open_with(json!({ "subagents": {} })).await;
    let session = editor.session("/work").await;
    let id = editor.prompt(&session, "delegate-question").await;
    let begun = editor.peer.receive().await;
    let child = begun["params"]["update"]["sessionId"].as_str().unwrap().to_owned();
    let (question, params) = loop {
        let mut message = editor.peer.receive().await;
        if message["method"] == "session/request_permission" {
            break (message["id"].take(), message["params"].take());
        }
    };
    assert_eq!(params["sessionId"], *child);
    editor.cancel(&child).await;
    let (messages, answer) = editor.until(id).await;
    let withdrawn = messages.iter().find(|message| message["method"] == "$/cancel_request");
    assert_eq!(withdrawn.unwrap()["params"]["requestId"], question);
    assert_eq!(answer["result"]["stopReason"], "end_turn");
}
