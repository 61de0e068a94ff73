//! Permission: what is destructive is asked for, and only a yes is one.

use serde_json::{Value, json};

use super::fixture::{Editor, kinds, said};

/// Asks for a destructive call; what the agent says once the question is answered like that.
async fn answered(editor: &mut Editor, session: &str, outcome: Value) -> (Vec<String>, String) {
    let prompt = editor.prompt(session, "call wipe").await;
    let announced = editor.peer.receive().await;
    let announced = &announced["params"]["update"];
    assert_eq!(kinds(std::slice::from_ref(announced)), ["tool_call pending"]);
    let (id, asked) = editor.asked("session/request_permission").await;
    assert_eq!(asked["toolCall"]["toolCallId"], announced["toolCallId"]);
    assert_eq!(asked["sessionId"], session);
    let kinds_of = |option: &Value| option["kind"].clone();
    let options: Vec<Value> =
        asked["options"].as_array().expect("options").iter().map(kinds_of).collect();
    assert_eq!(options, ["allow_once", "allow_always", "reject_once", "reject_always"]);
    editor.reply(&id, outcome).await;
    let (messages, _) = editor.until(prompt).await;
    let updates: Vec<Value> =
        messages.into_iter().map(|mut message| message["params"]["update"].take()).collect();
    (kinds(&updates), said(&updates))
}

fn selected(option: &str) -> Value {
    json!({ "outcome": { "outcome": "selected", "optionId": option } })
}

#[tokio::test]
async fn what_is_allowed_once_is_done_and_asked_for_again() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    for count in 1..3 {
        let (kinds, said) = answered(&mut editor, &session, selected("allow_once")).await;
        let expected =
            ["tool_call_update in_progress", "tool_call_update completed", "agent_message_chunk"];
        assert_eq!(kinds, expected);
        assert_eq!(said, format!("got {count}"));
    }
}

#[tokio::test]
async fn what_is_allowed_always_is_asked_for_again_only_in_another_session() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    answered(&mut editor, &session, selected("allow_always")).await;
    assert_eq!(editor.said(&session, "call wipe").await, "got 2");
    let other = editor.session("/").await;
    assert_eq!(answered(&mut editor, &other, selected("allow_once")).await.1, "got 3");
}

#[tokio::test]
async fn what_was_allowed_is_asked_for_again_once_the_client_names_the_servers_anew() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    answered(&mut editor, &session, selected("allow_always")).await;
    let named = json!({ "sessionId": session, "cwd": "/", "mcpServers": [] });
    editor.result("session/resume", named).await;
    assert_eq!(answered(&mut editor, &session, selected("allow_once")).await.1, "got 2");
}

#[tokio::test]
async fn what_is_not_allowed_is_not_done() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let refusals = [
        selected("reject_once"),
        selected("reject_always"),
        selected("something-else"),
        json!({ "outcome": { "outcome": "cancelled" } }),
        json!({ "outcome": { "outcome": "approved" } }),
        json!({ "outcome": "selected" }),
        json!({}),
        json!(null),
    ];
    for outcome in refusals {
        let (kinds, said) = answered(&mut editor, &session, outcome.clone()).await;
        assert_eq!(kinds, ["tool_call_update failed", "agent_message_chunk"], "{outcome}");
        assert_eq!(said, "failed: the person did not allow the call of `wipe`", "{outcome}");
    }
    assert_eq!(editor.said(&session, "call wiped").await, "got 0");
}

#[tokio::test]
async fn an_agent_asks_for_what_is_not_a_tool() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    for (option, said_of_it) in [("allow_once", "AllowOnce true"), ("nothing", "Undecided false")] {
        let prompt = editor.prompt(&session, "ask May I?").await;
        let (id, asked) = editor.asked("session/request_permission").await;
        assert_eq!(asked["toolCall"]["title"], "May I?");
        editor.reply(&id, selected(option)).await;
        let (messages, _) = editor.until(prompt).await;
        assert_eq!(messages[0]["params"]["update"]["content"]["text"], said_of_it);
    }
}

#[tokio::test]
async fn a_question_is_withdrawn_when_its_turn_is_cancelled() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let prompt = editor.prompt(&session, "call wipe").await;
    editor.peer.receive().await;
    let (id, _) = editor.asked("session/request_permission").await;
    editor.cancel(&session).await;
    let (messages, answer) = editor.until(prompt).await;
    let withdrawn =
        json!({ "jsonrpc": "2.0", "method": "$/cancel_request", "params": { "requestId": id } });
    assert!(messages.contains(&withdrawn), "{messages:?}");
    assert_eq!(answer["result"]["stopReason"], "cancelled");
    // The client answers what was withdrawn, too.
    editor.reply(&id, selected("allow_once")).await;
    assert_eq!(editor.said(&session, "call wiped").await, "got 0");
}

/// It changes nothing that is there, and is asked for nevertheless.
#[tokio::test]
async fn a_tool_that_says_so_is_asked_for() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    for (option, expected) in [("reject_once", "failed: "), ("allow_once", "1")] {
        let prompt = editor.prompt(&session, "call publish").await;
        editor.peer.receive().await;
        let (id, asked) = editor.asked("session/request_permission").await;
        assert_eq!([&asked["toolCall"]["title"], &asked["toolCall"]["kind"]], ["Publish", "other"]);
        editor.reply(&id, selected(option)).await;
        let (messages, _) = editor.until(prompt).await;
        let updates: Vec<Value> =
            messages.into_iter().map(|mut message| message["params"]["update"].take()).collect();
        assert!(said(&updates).starts_with(expected), "{updates:?}");
    }
}
