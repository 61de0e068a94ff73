//! What an agent shows besides messages, to clients that can show it and to those that cannot.

use serde_json::{Value, json};

use super::fixture::{Editor, said, update};

/// A client of version 1 that shows everything.
fn everything() -> Value {
    json!({ "session": { "notices": {}, "compaction": {} }, "plan": {}, "subagents": {} })
}

/// The updates of a turn, for a client with these capabilities.
async fn shown(capabilities: Value, text: &str) -> Vec<Value> {
    let mut editor = Editor::open_with(capabilities).await;
    let session = editor.session("/work").await;
    let (updates, reason) = editor.turn(&session, text).await;
    assert_eq!(reason, "end_turn");
    updates
}

/// The updates that a client gets that loads the session of a turn again.
async fn replayed(capabilities: Value, text: &str) -> Vec<Value> {
    let mut editor = Editor::open_with(capabilities).await;
    let session = editor.session("/work").await;
    editor.turn(&session, text).await;
    load(&mut editor, &session).await
}

async fn load(editor: &mut Editor, session: &str) -> Vec<Value> {
    let params = json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] });
    let id = editor.peer.start("session/load", params).await;
    let (messages, answer) = editor.until(id).await;
    assert!(answer.get("error").is_none(), "{answer}");
    messages[1..].iter().map(|message| update(message, session)).collect()
}

#[tokio::test]
async fn a_notice_is_shown_once_and_as_a_message_where_there_are_none() {
    let notice = json!({
        "sessionUpdate": "notice", "severity": "warning", "title": "Slow model",
        "description": "Retrying",
    });
    assert_eq!(shown(everything(), "notice").await, [notice]);
    assert_eq!(replayed(everything(), "notice").await, [] as [Value; 0]);
    for cannot in [json!({}), json!({ "session": { "notices": true } }), json!({ "session": null })]
    {
        let updates = shown(cannot.clone(), "notice").await;
        assert_eq!(said(&updates), "**Slow model**\n\nRetrying");
        assert_eq!(replayed(cannot, "notice").await, [] as [Value; 0]);
    }
}

#[tokio::test]
async fn plans_have_ids_and_may_be_texts_where_the_client_shows_several() {
    let updates = shown(everything(), "plans").await;
    let step = json!({ "content": "look", "priority": "medium", "status": "pending" });
    let expected = json!([
        { "sessionUpdate": "plan_update",
          "plan": { "type": "items", "planId": "tests", "entries": [step] } },
        { "sessionUpdate": "plan_update",
          "plan": { "type": "markdown", "planId": "design", "content": "# Design",
                    "path": "/work/D.md" } },
        { "sessionUpdate": "plan_removed", "planId": "tests" },
    ]);
    assert_eq!(json!(updates), expected);
    assert_eq!(json!(replayed(everything(), "plans").await), expected);
    // A plan without an id is the one that all clients know.
    let plain = shown(everything(), "plan look").await;
    assert_eq!(json!(plain), json!([{ "sessionUpdate": "plan", "entries": [step] }]));
    for cannot in [json!({}), json!({ "plan": true }), json!({ "plan": null })] {
        let updates = shown(cannot, "plans").await;
        assert_eq!(updates[0], json!({ "sessionUpdate": "plan", "entries": [step] }));
        assert_eq!(said(&updates), "# Design");
        assert_eq!(updates[2], json!({ "sessionUpdate": "plan", "entries": [] }));
    }
}

#[tokio::test]
async fn a_compaction_is_shown_as_it_goes_on_and_replayed_as_one_update() {
    let updates = shown(everything(), "compact-to the lexer was wrong").await;
    let kinds: Vec<&Value> = updates.iter().map(|update| &update["sessionUpdate"]).collect();
    let mut expected = vec!["compaction_summary_chunk"; 6];
    (expected[0], expected[5]) = ("compaction_update", "compaction_update");
    assert_eq!(kinds, expected);
    assert_eq!(updates[5].get("summary"), None);
    let again = replayed(everything(), "compact-to the lexer was wrong").await;
    let summary = json!([{ "type": "text", "text": "the lexer was wrong" }]);
    assert_eq!((again.len(), &again[0]["status"]), (1, &json!("completed")));
    assert_eq!(again[0]["summary"], summary);
    let failed = shown(everything(), "compact-in-vain").await;
    assert_eq!(failed[1]["status"], "failed");
    assert_eq!(failed[1]["error"], "it is too long");
    for cannot in [json!({}), json!({ "session": { "compaction": null } })] {
        assert_eq!(shown(cannot, "compact-to nothing").await, [] as [Value; 0]);
    }
}

#[tokio::test]
async fn a_handler_reads_the_conversation_that_it_continues() {
    let mut editor = Editor::open_with(json!({})).await;
    let session = editor.session("/work").await;
    for text in ["talk", "say more"] {
        editor.turn(&session, text).await;
    }
    let recalled: Value = serde_json::from_str(&editor.said(&session, "recall").await).unwrap();
    let text = |text: &str| json!([{ "type": "text", "text": text }]);
    let mut expected = vec![
        json!(["User", text("talk")]),
        json!(["Agent", text("one two")]),
        json!(["Agent", text("three")]),
        json!(["User", text("say more")]),
        json!(["Agent", text("more")]),
        json!(["User", text("recall")]),
    ];
    assert_eq!(recalled, json!(expected));
    // A client that closes it and loads it again gets the same agent.
    editor.result("session/close", json!({ "sessionId": session })).await;
    load(&mut editor, &session).await;
    editor.turn(&session, "compact-to they talked").await;
    let recalled: Value = serde_json::from_str(&editor.said(&session, "recall").await).unwrap();
    expected = vec![
        json!(["User", text("they talked")]),
        json!(["User", text("compact-to they talked")]),
        json!(["User", text("recall")]),
    ];
    assert_eq!(recalled, json!(expected));
}

#[tokio::test]
async fn usage_may_have_a_cost() {
    let updates = shown(json!({}), "cost").await;
    let cost = json!({ "amount": 0.25, "currency": "EUR" });
    let expected =
        json!({ "sessionUpdate": "usage_update", "used": 10, "size": 100, "cost": cost });
    assert_eq!(updates, [expected]);
}

#[tokio::test]
async fn a_tool_shows_where_it_works_and_what_it_changes() {
    let updates = shown(json!({}), "call edit {\"path\":\"src/a.rs\"}").await;
    assert_eq!((&updates[0]["kind"], &updates[0]["name"]), (&json!("edit"), &json!("edit")));
    assert_eq!(updates[2]["locations"], json!([{ "path": "/work/src/a.rs", "line": 2 }]));
    let first = json!({
        "type": "diff", "path": "/work/src/a.rs", "oldText": "one\ntwo\n", "newText": "one\n2\n",
    });
    let second = json!({ "type": "diff", "path": "/work/new.rs", "newText": "three\n" });
    assert_eq!(updates[3]["content"], json!([first]));
    assert_eq!(updates[4]["content"], json!([first, second]));
    // What it returns does not hide what it has changed.
    let text = json!({ "type": "content", "content": { "type": "text", "text": "changed" } });
    assert_eq!(updates[5]["content"], json!([first, second, text]));
}

#[tokio::test]
async fn a_change_of_a_file_is_a_patch_in_version_2() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/work").await;
    let (_, updates, _) = editor.turn_v2(&session, "call edit {\"path\":\"a.rs\"}").await;
    let content = &updates[5]["content"];
    let change = json!([{ "operation": "modify", "path": "/work/a.rs", "fileType": "text" }]);
    assert_eq!(content[0]["changes"], change);
    let patch = "diff --git a/work/a.rs b/work/a.rs\n--- a/work/a.rs\n+++ b/work/a.rs\n\
                 @@ -1,2 +1,2 @@\n one\n-two\n+2\n";
    assert_eq!(content[0]["patch"], json!({ "format": "git_patch", "text": patch }));
    assert_eq!(content[1]["changes"][0]["operation"], "add");
    let patch = content[1]["patch"]["text"].as_str().unwrap();
    assert!(patch.contains("new file mode 100644\n--- /dev/null\n+++ b/work/new.rs\n"), "{patch}");
}

#[tokio::test]
async fn an_agent_without_tools_shows_calls_too() {
    let updates = shown(json!({}), "show").await;
    let mut call = updates[0].clone();
    let id = call["toolCallId"].take();
    assert!(id.is_string(), "{id}");
    let diff = json!({
        "type": "diff", "path": "/work/a.rs", "oldText": "one\ntwo\n", "newText": "one\n2\n",
    });
    let done = json!({ "type": "content", "content": { "type": "text", "text": "done" } });
    let expected = json!({
        "sessionUpdate": "tool_call", "toolCallId": null, "title": "Edit a.rs", "kind": "edit",
        "status": "completed", "content": [diff, done],
        "locations": [{ "path": "/work/a.rs", "line": 2 }],
    });
    assert_eq!(updates.len(), 1);
    assert_eq!(call, expected);
}
