//! Calls of tools in turns.

use serde_json::json;

use super::fixture::{Editor, kinds};

#[tokio::test]
async fn a_call_is_announced_run_and_shown() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let (updates, _) = editor.turn(&session, "call add {\"a\":2,\"b\":3}").await;
    let expected = [
        "tool_call pending",
        "tool_call_update in_progress",
        "tool_call_update completed",
        "agent_message_chunk",
    ];
    assert_eq!(kinds(&updates), expected);
    let [call, running, done, said] = &updates[..] else { panic!("{updates:?}") };
    let id = &call["toolCallId"];
    assert_eq!([&running["toolCallId"], &done["toolCallId"]], [id, id]);
    assert_eq!(call["rawInput"], json!({ "a": 2, "b": 3 }));
    assert_eq!([&call["title"], &call["kind"]], ["Add", "read"]);
    let text = json!({ "type": "text", "text": "5" });
    assert_eq!(done["content"], json!([{ "type": "content", "content": text }]));
    assert_eq!(said["content"]["text"], "got 5");
}

#[tokio::test]
async fn a_call_that_fails_is_shown_so_and_the_agent_reads_why() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let (updates, reason) = editor.turn(&session, "call add {\"a\":2}").await;
    assert_eq!(kinds(&updates)[2], "tool_call_update failed");
    let said = updates[3]["content"]["text"].as_str().expect("a text");
    assert!(said.starts_with("failed: Invalid arguments for tool `add`:"), "{said}");
    assert_eq!(reason, "end_turn");
    let said = editor.said(&session, "call nothing").await;
    assert_eq!(said, "failed: there is no tool \"nothing\"");
}

/// Progress is content of the call, and a form names its session and its call.
#[tokio::test]
async fn what_a_tool_says_and_asks_belongs_to_its_call() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    let prompt = editor.prompt(&session, "call greet").await;
    let mut updates = Vec::new();
    for _ in 0..3 {
        updates.push(editor.peer.receive().await["params"]["update"].take());
    }
    let id = &updates[0]["toolCallId"];
    assert_eq!(&updates[2]["toolCallId"], id);
    assert_eq!(updates[2]["content"][0]["content"]["text"], "thinking of a greeting");
    let (request, asked) = editor.asked("elicitation/create").await;
    assert_eq!([&asked["sessionId"], &asked["toolCallId"]], [&json!(session), id]);
    assert_eq!([&asked["mode"], &asked["message"]], ["form", "Who are you?"]);
    assert_eq!(asked["requestedSchema"]["required"], json!(["name"]));
    editor.reply(&request, json!({ "action": "accept", "content": { "name": "Ada" } })).await;
    let (messages, _) = editor.until(prompt).await;
    let said = &messages.last().expect("it says something")["params"]["update"]["content"];
    assert_eq!(said["text"], "got \"Hello, Ada!\"");
}
