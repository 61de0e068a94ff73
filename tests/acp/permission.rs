//! Permission: what is destructive is asked for, and only a yes is one.

use serde_json::{Value, json};

use super::fixture::{Editor, kinds, said};

/// Asks for a destructive call; what the agent says once the question is answered like that.
async fn answered(editor: &mut Editor, session: &str, outcome: Value) -> (Vec<String>, String) {
    let prompt = editor.prompt(session, "call wipe").await;
    let message = editor.peer.receive().await;
    let announced = &message["params"]["update"];
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
        assert_eq!(said, "failed: the user did not allow the call to `wipe`", "{outcome}");
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

/// The call that the person is asked about, in either version.
fn call_of(asked: &Value) -> &Value {
    asked.get("toolCall").unwrap_or(&asked["subject"]["toolCall"])
}

/// Begins a turn that calls `rewrite`; returns what is asked for, and the updates before.
async fn rewriting(editor: &mut Editor, session: &str, text: &str) -> (Vec<Value>, Value, Value) {
    let arguments = json!({ "path": "a.txt", "text": text });
    editor.prompt(session, &format!("call rewrite {arguments}")).await;
    let mut before = Vec::new();
    loop {
        let mut message = editor.peer.receive().await;
        if message["method"] == "session/request_permission" {
            return (before, message["id"].take(), message["params"].take());
        }
        before.push(message["params"]["update"].take());
    }
}

async fn both_versions() -> [(u16, Editor); 2] {
    [(1, Editor::open().await), (2, Editor::open_v2().await)]
}

#[tokio::test]
async fn what_is_decided_about_is_shown_before_the_tool_runs() {
    for (version, mut editor) in both_versions().await {
        let session = editor.session("/work").await;
        let (before, id, asked) = rewriting(&mut editor, &session, "1\n").await;
        let call = call_of(&asked);
        assert_eq!(call["locations"], json!([{ "path": "/work/a.txt", "line": 1 }]), "{version}");
        assert_eq!(call["content"].as_array().map(Vec::len), Some(1), "{version}: {asked}");
        assert_eq!(call["content"][0]["type"], "diff");
        if version == 1 {
            let diff = json!({ "type": "diff", "path": "/work/a.txt", "oldText": "one\n", "newText": "1\n" });
            assert_eq!(call["content"][0], diff);
        }
        assert_eq!([&call["kind"], &call["rawInput"]["path"]], ["edit", "a.txt"], "{asked}");
        let title = if version == 1 { &call["title"] } else { &asked["title"] };
        assert_eq!(title, "Rewrite");
        // The call itself shows the same.
        let shown = before.last().expect("the call is shown");
        assert_eq!(
            [&shown["content"], &shown["locations"]],
            [&call["content"], &call["locations"]]
        );
        editor.reply(&id, selected("reject_once")).await;
        editor.peer.receive().await;
    }
}

#[tokio::test]
async fn a_tool_whose_preview_was_rejected_never_runs() {
    for (version, mut editor) in both_versions().await {
        let session = editor.session("/work").await;
        let (_, id, _) = rewriting(&mut editor, &session, "1\n").await;
        editor.reply(&id, selected("reject_once")).await;
        let failed = loop {
            let message = editor.peer.receive().await;
            if message["params"]["update"]["status"] == "failed" {
                break message;
            }
        };
        // It stays visible what was rejected.
        let content = &failed["params"]["update"]["content"];
        assert_eq!(content[0]["type"], "diff", "{version}: {failed}");
        let text = "the user did not allow the call to `rewrite`";
        assert_eq!(content[1]["content"]["text"], text);
    }
    let mut editor = Editor::open().await;
    let session = editor.session("/work").await;
    let arguments = json!({ "path": "a.txt", "text": "1\n" });
    // The other one belongs to a mounted server with a layer.
    for tool in ["rewrite", "layered_rewrite"] {
        let prompt = editor.prompt(&session, &format!("call {tool} {arguments}")).await;
        editor.peer.receive().await;
        editor.peer.receive().await;
        let (id, asked) = editor.asked("session/request_permission").await;
        assert_eq!(call_of(&asked)["content"][0]["type"], "diff", "{asked}");
        editor.reply(&id, selected("reject_once")).await;
        editor.until(prompt).await;
        assert_eq!(editor.said(&session, "call wiped").await, "got 0", "{tool}");
    }
}

#[tokio::test]
async fn what_cannot_be_shown_fails_and_nobody_is_asked() {
    let mut editor = Editor::open().await;
    let session = editor.session("/work").await;
    for (arguments, says) in [
        (json!({ "path": "a.txt", "text": "" }), "failed: there is nothing to write"),
        (json!({ "path": "a.txt" }), "failed: Invalid arguments for tool `rewrite`:"),
        (json!({ "path": 3, "text": "1" }), "failed: Invalid arguments for tool `rewrite`:"),
    ] {
        let said = editor.said(&session, &format!("call rewrite {arguments}")).await;
        assert!(said.starts_with(says), "{said}");
    }
    assert_eq!(editor.said(&session, "call wiped").await, "got 0");
}

#[tokio::test]
async fn a_preview_may_name_the_call_or_say_nothing() {
    let mut editor = Editor::open().await;
    let session = editor.session("/work").await;
    for (text, title) in [("titled", "Rewrite a.txt"), ("?", "Rewrite")] {
        let (_, id, asked) = rewriting(&mut editor, &session, text).await;
        let call = call_of(&asked);
        assert_eq!([&call["title"], &call["kind"]], [title, "edit"]);
        assert_eq!(call.get("locations"), None);
        editor.reply(&id, selected("allow_once")).await;
        while editor.peer.receive().await.get("result").is_none() {}
    }
    assert_eq!(editor.said(&session, "call wiped").await, "got 2");
}

#[tokio::test]
async fn what_is_allowed_always_is_still_shown() {
    let mut editor = Editor::open().await;
    let session = editor.session("/work").await;
    let (_, id, _) = rewriting(&mut editor, &session, "1\n").await;
    editor.reply(&id, selected("allow_always")).await;
    while editor.peer.receive().await.get("result").is_none() {}
    let arguments = json!({ "path": "b.txt", "text": "2\n" });
    let (updates, _) = editor.turn(&session, &format!("call rewrite {arguments}")).await;
    assert_eq!(updates[1]["content"][0]["newText"], "2\n", "{updates:?}");
    assert_eq!(updates[1]["locations"][0]["path"], "/work/b.txt");
}

#[tokio::test]
async fn an_agent_asks_about_a_change_that_is_not_a_tool() {
    for (version, mut editor) in both_versions().await {
        let session = editor.session("/work").await;
        editor.prompt(&session, "ask-change").await;
        let asked = loop {
            let mut message = editor.peer.receive().await;
            if message["method"] == "session/request_permission" {
                break message["params"].take();
            }
        };
        let call = call_of(&asked);
        assert_eq!(call["content"][0]["type"], "diff", "{version}: {asked}");
        assert_eq!(call["locations"][0]["path"], "/work/a.txt", "{version}");
        let title = if version == 1 { &call["title"] } else { &asked["title"] };
        assert_eq!(title, "Rename it?");
    }
}
