//! Agents of version 2 that do what they should not, and what of it is the end of a turn.

use std::sync::Arc;

use mcp_runtime::json;
use mcp_runtime_acp::StopReason;
use mcp_runtime_acp::client::{ClientBuilder, Session};
use mcp_runtime_client::Stdio;
use serde_json::Value;
use tokio::sync::Notify;

use super::any_editor;
use mcp_test_support::scripted::{result, scripted};

/// A session of an agent that says what it likes to prompts and to what comes after them.
async fn lying(
    editor: ClientBuilder,
    mut say: impl FnMut(&Value) -> String + Send + 'static,
) -> Session {
    let agent = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => {
            let info = json!({ "name": "liar", "version": "1" });
            result(message, &json!({ "protocolVersion": 2, "info": info }))
        }
        Some("session/new") => result(message, &json!({ "sessionId": "one" })),
        _ => Some(say(message)),
    });
    let client = editor.connect(agent).await.unwrap();
    assert_eq!(client.version(), 2);
    client.new_session("/work").await.unwrap()
}

fn update(update: Value) -> String {
    let params = json!({ "sessionId": "one", "update": update });
    json!({ "jsonrpc": "2.0", "method": "session/update", "params": params }).to_string() + "\n"
}

fn state(state: &str, mut more: Value) -> String {
    more["sessionUpdate"] = json!("state_update");
    more["state"] = json!(state);
    update(more)
}

fn inserted(prompt: &Value) -> String {
    result(prompt, &json!({ "messageId": "m" })).unwrap()
}

async fn ends(
    say: impl FnMut(&Value) -> String + Send + 'static,
) -> mcp_runtime::Result<StopReason> {
    let session = lying(any_editor(), say).await;
    session.prompt("work").await.unwrap().finish().await
}

#[tokio::test]
async fn an_idle_without_running_ends_the_turn_if_it_says_why() {
    let reason =
        ends(|prompt| inserted(prompt) + &state("idle", json!({ "stopReason": "end_turn" })));
    assert_eq!(reason.await.unwrap(), StopReason::EndTurn);
}

#[tokio::test]
async fn an_idle_from_before_the_prompt_does_not_end_its_turn() {
    let session = lying(any_editor(), |prompt| {
        let text = json!({ "type": "text", "text": "done" });
        let said = json!({
            "sessionUpdate": "agent_message_chunk", "messageId": "a", "content": text,
        });
        let parts = [
            state("idle", json!({})),
            inserted(prompt),
            state("idle", json!({})),
            state("running", json!({})),
            update(said),
            state("idle", json!({})),
        ];
        parts.concat()
    })
    .await;
    assert_eq!(session.prompt("work").await.unwrap().text().await.unwrap(), "done");
}

#[tokio::test]
async fn an_idle_before_the_answer_ends_the_turn_once_there_are_both() {
    let reason = ends(|prompt| {
        let idle = state("idle", json!({ "stopReason": "refusal" }));
        state("running", json!({})) + &idle + &inserted(prompt)
    });
    assert_eq!(reason.await.unwrap(), StopReason::Refusal);
}

#[tokio::test]
async fn a_reason_that_nobody_knows_and_a_failure_are_errors() {
    let error = ends(|prompt| inserted(prompt) + &state("idle", json!({ "stopReason": "bored" })))
        .await
        .unwrap_err()
        .to_string();
    assert_eq!(error, "the agent returned no valid stop reason: bored");
    let error = ends(|prompt| {
        let why = json!({ "code": -32603, "message": "out of luck" });
        let idle = state("idle", json!({ "stopReason": "error", "error": why }));
        inserted(prompt) + &state("running", json!({})) + &idle
    });
    assert_eq!(error.await.unwrap_err().rpc().unwrap().message, "out of luck");
}

/// Parts whose message nobody has begun, and a whole one in place of parts.
#[tokio::test]
async fn messages_are_told_apart_by_their_ids_however_wrong_these_are() {
    let session = lying(any_editor(), |prompt| {
        let text = |text: &str| json!({ "type": "text", "text": text });
        let whole = |kind: &str, id: &str, said: &str| {
            update(json!({ "sessionUpdate": kind, "messageId": id, "content": [text(said)] }))
        };
        let part = |id: &str, said: &str| {
            update(json!({
                "sessionUpdate": "agent_message_chunk", "messageId": id, "content": text(said),
            }))
        };
        let parts = [
            inserted(prompt),
            whole("user_message", "another", "work"),
            state("running", json!({})),
            part("a", "on"),
            part("a", "e "),
            part("m", "two "),
            whole("agent_message", "a", "1 "),
            whole("agent_message", "b", "three"),
            state("idle", json!({ "stopReason": "end_turn" })),
        ];
        parts.concat()
    })
    .await;
    assert_eq!(session.prompt("work").await.unwrap().text().await.unwrap(), "1 two three");
}

#[tokio::test]
async fn a_prompt_that_was_held_and_is_withdrawn_is_cancelled() {
    let held = Arc::new(Notify::new());
    let is_held = Arc::clone(&held);
    let mut prompt = Value::Null;
    let session = lying(any_editor(), move |message| {
        if message["method"] == "session/prompt" {
            prompt = message["id"].clone();
            is_held.notify_one();
            return String::new();
        }
        let error = json!({ "code": -32800, "message": "cancelled" });
        json!({ "jsonrpc": "2.0", "id": prompt, "error": error }).to_string() + "\n"
    })
    .await;
    let turn = session.prompt("work").await.unwrap();
    held.notified().await;
    turn.cancel();
    assert_eq!(turn.finish().await.unwrap(), StopReason::Cancelled);
}

/// The handler is there, and version 2 has no such request.
#[tokio::test]
async fn files_are_not_offered_in_version_2() {
    let mut prompt = Value::Null;
    let editor = any_editor().on_read_text_file(|_| async { Ok("secret".to_owned()) });
    let session = lying(editor, move |message| {
        if message["method"] == "session/prompt" {
            prompt = message.clone();
            let params = json!({ "sessionId": "one", "path": "/etc/passwd" });
            let method = "fs/read_text_file";
            let ask = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
            return ask.to_string() + "\n";
        }
        assert_eq!(message["error"]["code"], -32601, "{message}");
        inserted(&prompt) + &state("idle", json!({ "stopReason": "end_turn" }))
    })
    .await;
    let turn = session.prompt("work").await.unwrap();
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
}

#[tokio::test]
async fn an_agent_that_refuses_the_newest_version_is_asked_for_one_that_it_has() {
    let agent = scripted(|message| {
        let asked = &message["params"]["protocolVersion"];
        if asked != 1 {
            let data = json!({ "requested": asked, "supported": [1, 9] });
            let error = json!({ "code": -32022, "message": "no", "data": data });
            let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "error": error });
            return Some(answer.to_string() + "\n");
        }
        result(message, &json!({ "protocolVersion": 1 }))
    });
    assert_eq!(any_editor().connect(agent).await.unwrap().version(), 1);
}

/// An agent that has only version 1 reads the names of that.
#[tokio::test]
async fn what_the_client_says_of_itself_is_read_in_both_versions() {
    let agent = scripted(|message| {
        let params = &message["params"];
        assert_eq!(params["protocolVersion"], 2);
        assert_eq!(params["info"], json!({ "name": "editor", "version": "1.0" }));
        assert_eq!(params["clientInfo"], params["info"]);
        assert_eq!(params["capabilities"], json!({}));
        assert_eq!(params["clientCapabilities"]["fs"]["readTextFile"], true);
        assert_eq!(params["clientCapabilities"]["fs"]["writeTextFile"], false);
        assert_eq!(params["clientCapabilities"]["terminal"], false);
        assert!(params["clientCapabilities"].get("elicitation").is_none());
        result(message, &json!({ "protocolVersion": 1 }))
    });
    let editor = any_editor().on_read_text_file(|_| async { Ok(String::new()) });
    assert_eq!(editor.connect(agent).await.unwrap().version(), 1);
}

/// It ends while a turn runs, whose prompt it has answered.
#[tokio::test]
async fn the_end_of_the_agent_ends_the_turn() {
    let answer = |id: u64, result: Value| {
        format!("read line; echo '{}'\n", json!({ "jsonrpc": "2.0", "id": id, "result": result }))
    };
    let info = json!({ "name": "mortal", "version": "1" });
    let script = [
        answer(1, json!({ "protocolVersion": 2, "info": info })),
        answer(2, json!({ "sessionId": "one" })),
        answer(3, json!({ "messageId": "m" })),
        "exit 3".to_owned(),
    ];
    let agent = Stdio::spawn("sh").arg("-c").arg(script.concat());
    let client = any_editor().connect(agent).await.unwrap();
    let turn = client.new_session("/").await.unwrap().prompt("work").await.unwrap();
    let error = turn.finish().await.unwrap_err();
    assert!(error.is_closed() && error.to_string().contains("exit status: 3"), "{error}");
}
