//! Prompts with a key, which run once however often they are sent; only version 2 has them.

use serde_json::{Value, json};

use super::fixture::{Editor, said};

fn keyed(session: &str, text: &str, key: Value) -> Value {
    let prompt = json!([{ "type": "text", "text": text }]);
    json!({ "sessionId": session, "prompt": prompt, "idempotencyKey": key })
}

#[tokio::test]
async fn a_prompt_that_is_sent_again_is_answered_as_the_first_time() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let first = editor.peer.start("session/prompt", keyed(&session, "count", json!("k"))).await;
    let (_, answer) = editor.until(first).await;
    let (updates, _) = editor.until_idle(&session).await;
    assert_eq!(said(&updates), "1");
    let again = keyed(&session, "something else", json!("k"));
    for _ in 0..3 {
        assert_eq!(editor.result("session/prompt", again.clone()).await, answer["result"]);
    }
    // It is still known when the session has been closed.
    editor.result("session/close", json!({ "sessionId": session })).await;
    let id = editor.peer.start("session/resume", json!({ "sessionId": session, "cwd": "/" })).await;
    editor.until(id).await;
    assert_eq!(editor.result("session/prompt", again).await, answer["result"]);
    let (_, updates, _) = editor.turn_v2(&session, "count").await;
    assert_eq!(said(&updates), "2");
}

#[tokio::test]
async fn one_that_waits_is_answered_with_the_one_that_is_the_same() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    editor.prompt(&session, "wait").await;
    let held = keyed(&session, "count", json!("k"));
    let first = editor.peer.start("session/prompt", held.clone()).await;
    let second = editor.peer.start("session/prompt", held).await;
    let (_, one) = editor.until(first).await;
    let (mut between, two) = editor.until(second).await;
    assert_eq!(one["result"], two["result"]);
    assert!(one["result"]["messageId"].is_string(), "{one}");
    while between.last().is_none_or(|last| last["params"]["update"]["state"] != "idle") {
        between.push(editor.peer.receive().await);
    }
    let counted = between
        .iter()
        .filter(|message| message["params"]["update"]["sessionUpdate"] == "agent_message_chunk");
    assert_eq!(counted.count(), 1);
}

#[tokio::test]
async fn one_that_was_withdrawn_withdraws_the_same() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let running = editor.prompt(&session, "hang").await;
    editor.until(running).await;
    let held = keyed(&session, "count", json!("k"));
    let first = editor.peer.start("session/prompt", held.clone()).await;
    let second = editor.peer.start("session/prompt", held.clone()).await;
    editor.cancel(&session).await;
    let mut codes = Vec::new();
    while codes.len() < 2 {
        let message = editor.peer.receive().await;
        if message["id"] == first || message["id"] == second {
            codes.push(message["error"]["code"].clone());
        }
    }
    assert_eq!(codes, [-32800, -32800]);
    // It has never run, so it may run now.
    let id = editor.peer.start("session/prompt", held).await;
    let (_, answer) = editor.until(id).await;
    assert!(answer["result"]["messageId"].is_string(), "{answer}");
}

#[tokio::test]
async fn a_key_is_a_text_of_at_most_255_characters() {
    let mut editor = Editor::open_v2().await;
    let session = editor.session("/").await;
    let long = "é".repeat(256);
    for wrong in [json!(""), json!(long), json!(7), json!(["k"]), json!({}), json!(false)] {
        let params = keyed(&session, "count", wrong.clone());
        assert_eq!(editor.error("session/prompt", params).await, -32602, "{wrong}");
    }
    for right in [Value::Null, json!("é".repeat(255)), json!(" ")] {
        let id = editor.peer.start("session/prompt", keyed(&session, "count", right)).await;
        let (_, answer) = editor.until(id).await;
        assert!(answer["result"]["messageId"].is_string(), "{answer}");
        editor.until_idle(&session).await;
    }
}

#[tokio::test]
async fn version_1_has_no_keys() {
    let mut editor = Editor::open().await;
    let session = editor.session("/").await;
    for expected in ["1", "2"] {
        let params = keyed(&session, "count", json!("k"));
        let id = editor.peer.start("session/prompt", params).await;
        let (messages, _) = editor.until(id).await;
        assert_eq!(messages[0]["params"]["update"]["content"]["text"], expected);
    }
}
