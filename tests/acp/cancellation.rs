//! Prompts and cancellations in every order, as clients send them without waiting.

use serde_json::Value;

use super::fixture::Editor;

/// What a client sends at once, word by word: a prompt, or `x` for a cancellation; and why the turns end.
/// `hang` never ends by itself.
const ORDERS: &[(&str, &str)] = &[
    ("hang x", "cancelled"),
    ("hang x x x", "cancelled"),
    ("hang x say", "cancelled end_turn"),
    ("hang say x say", "cancelled cancelled end_turn"),
    ("hang say say x", "cancelled cancelled cancelled"),
    ("hang x hang x say", "cancelled cancelled end_turn"),
    ("hang hang x hang x say say", "cancelled cancelled cancelled end_turn end_turn"),
    ("hang x say x", "cancelled ?"),
    ("x say", "end_turn"),
    ("x x hang x", "cancelled"),
    ("say say say", "end_turn end_turn end_turn"),
    ("refuse hang x say", "? cancelled end_turn"),
    ("hang x refuse", "cancelled refusal"),
];

#[tokio::test]
async fn every_order_of_prompts_and_cancellations_ends_each_turn_once_and_in_order() {
    let mut editor = Editor::open().await;
    for (order, expected) in ORDERS {
        let session = editor.session("/").await;
        let mut prompts = Vec::new();
        for word in order.split(' ') {
            if word == "x" {
                editor.cancel(&session).await;
            } else {
                prompts.push(editor.prompt(&session, word).await);
            }
        }
        let mut reasons = Vec::new();
        for prompt in &prompts {
            let (before, answer) = editor.until(*prompt).await;
            let is_update = |message: &Value| message["method"] == "session/update";
            assert!(before.iter().all(is_update), "{order}: {before:?}");
            reasons.push(answer["result"]["stopReason"].as_str().unwrap_or("?").to_owned());
        }
        let expected = expected.split(' ');
        let fits = reasons.iter().zip(expected.clone()).all(|(is, of)| of == "?" || is == of);
        assert!(fits && reasons.len() == expected.count(), "{order}: {reasons:?}");
        // Whatever came before, the session goes on.
        assert_eq!(editor.said(&session, "say on").await, "on", "{order}");
    }
}
