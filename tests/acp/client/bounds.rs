//! What an agent can make a client keep.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::json;
use mcp_runtime_acp::StopReason;
use mcp_runtime_acp::client::{ClientBuilder, Session, Update};
use serde_json::Value;

use super::any_editor as editor;
use mcp_test_support::scripted::{result, scripted};

const MIB: usize = 1024 * 1024;

/// A session of an agent that says what it likes to prompts and to what comes after them.
async fn talking(
    editor: ClientBuilder,
    mut say: impl FnMut(&Value) -> String + Send + 'static,
) -> Session {
    let mut sessions = 0;
    let agent = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => result(message, &json!({ "protocolVersion": 1 })),
        Some("session/new") => {
            sessions += 1;
            result(message, &json!({ "sessionId": sessions.to_string() }))
        }
        _ => Some(say(message)),
    });
    editor.connect(agent).await.unwrap().new_session("/work").await.unwrap()
}

fn update(update: Value) -> String {
    let params = json!({ "sessionId": "1", "update": update });
    json!({ "jsonrpc": "2.0", "method": "session/update", "params": params }).to_string() + "\n"
}

fn chunk(bytes: usize) -> String {
    let content = json!({ "type": "text", "text": "x".repeat(bytes) });
    update(json!({ "sessionUpdate": "agent_message_chunk", "content": content }))
}

fn ended(prompt: &Value) -> String {
    result(prompt, &json!({ "stopReason": "end_turn" })).unwrap()
}

/// Nobody reads while it talks.
#[tokio::test]
async fn a_turn_whose_updates_nobody_reads_is_given_up() {
    let mut prompt = None;
    let session = talking(editor().max_unread(2 * MIB), move |message| {
        match message["method"].as_str() {
            Some("session/prompt") if prompt.is_none() => {
                prompt = Some(message.clone());
                // The mark comes last, and is known although nobody reads.
                let title = json!({ "sessionUpdate": "session_info_update", "title": "all" });
                (0..40).map(|_| chunk(100_000)).collect::<String>() + &update(title)
            }
            Some("session/cancel") => ended(prompt.as_ref().unwrap()),
            _ => ended(message),
        }
    })
    .await;
    let mut turn = session.prompt("talk").await.unwrap();
    while session.title().is_none() {
        tokio::task::yield_now().await;
    }
    let mut read = 0;
    while turn.next().await.is_some() {
        read += 1;
    }
    assert!((10..=21).contains(&read), "{read}");
    let error = turn.finish().await.unwrap_err().to_string();
    assert!(error.contains("max_unread"), "{error}");
    // The session continues.
    let turn = session.prompt("again").await.unwrap();
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
}

#[tokio::test]
async fn updates_that_are_read_as_they_come_have_no_bound() {
    let session = talking(editor().max_unread(MIB), |message| {
        (0..100).map(|_| chunk(100_000)).collect::<String>() + &ended(message)
    })
    .await;
    let mut turn = session.prompt("talk").await.unwrap();
    let mut bytes = 0;
    while let Some(update) = turn.next().await {
        let Update::Message(part) = update else { panic!("{update:?}") };
        bytes += part.content.as_text().map_or(0, str::len);
    }
    assert_eq!(bytes, 10_000_000);
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_connection() {
    let session = talking(editor().max_message_size(MIB), |_| chunk(2 * MIB)).await;
    let error = session.prompt("talk").await.unwrap().finish().await.unwrap_err().to_string();
    assert!(error.contains("the agent sent a message of more than 1048576 bytes"), "{error}");
    assert!(error.contains("max_message_size"), "{error}");
}

#[tokio::test]
async fn what_is_too_long_to_be_remembered_is_told_all_the_same() {
    let session = talking(editor(), |message| {
        let name = "x".repeat(2 * MIB);
        let commands = json!([{ "name": name, "description": "long" }]);
        update(json!({
            "sessionUpdate": "available_commands_update", "availableCommands": commands,
        })) + &ended(message)
    })
    .await;
    let mut turn = session.prompt("talk").await.unwrap();
    assert!(turn.next().await.is_some());
    assert!(session.commands().is_empty());
}

/// Those beyond the bound are refused; the others wait for their handler.
#[tokio::test]
async fn questions_that_are_open_have_a_bound() {
    const QUESTIONS: usize = 100;
    let open = Arc::<AtomicU32>::default();
    let count = Arc::clone(&open);
    let mut prompt = Value::Null;
    let mut refused = 0;
    let editor = editor().on_permission(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        std::future::pending()
    });
    let session = talking(editor, move |message| {
        if message["method"] == "session/prompt" {
            prompt = message.clone();
            let ask = |id: usize| {
                let params = json!({
                    "sessionId": "1", "toolCall": { "toolCallId": "c" }, "options": [],
                });
                let method = "session/request_permission";
                json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
                    .to_string()
                    + "\n"
            };
            return (0..QUESTIONS).map(ask).collect();
        }
        refused += 1;
        assert_eq!(message["error"]["code"], -32603, "{message}");
        if refused == QUESTIONS - 64 { ended(&prompt) } else { String::new() }
    })
    .await;
    let turn = session.prompt("talk").await.unwrap();
    assert_eq!(turn.finish().await.unwrap(), StopReason::EndTurn);
    assert!(open.load(Ordering::Relaxed) <= 64);
}

#[tokio::test]
async fn what_an_agent_says_of_itself_has_a_bound() {
    let agent = scripted(|message| {
        let methods = json!([{ "id": "x".repeat(2 * MIB), "name": "long" }]);
        result(message, &json!({ "protocolVersion": 1, "authMethods": methods }))
    });
    let error = editor().connect(agent).await.unwrap_err().to_string();
    assert!(error.contains("`initialize` takes more than 1048576 bytes"), "{error}");
}

/// Its pages have no end.
#[tokio::test]
async fn the_list_of_sessions_has_a_bound() {
    let agent = scripted(|message| match message["method"].as_str() {
        Some("initialize") => result(
            message,
            &json!({
                "protocolVersion": 1,
                "agentCapabilities": { "sessionCapabilities": { "list": {} } },
            }),
        ),
        _ => {
            let session = json!({ "sessionId": "s", "cwd": "/" });
            let sessions = vec![session; 1000];
            result(message, &json!({ "sessions": sessions, "nextCursor": "more" }))
        }
    });
    let client = editor().connect(agent).await.unwrap();
    let error = client.list_sessions().await.unwrap_err().to_string();
    assert!(error.contains("more than 100000 sessions"), "{error}");
}

/// Of sessions that are not answered with yet, and of those that never are.
#[tokio::test]
async fn what_is_told_of_a_session_before_its_id_is_known_belongs_to_it() {
    let agent = scripted(|message| match message["method"].as_str() {
        Some("initialize") => result(message, &json!({ "protocolVersion": 1 })),
        _ => {
            let listed = json!([{ "name": "plan", "description": "Makes a plan." }]);
            let commands = json!({
                "sessionUpdate": "available_commands_update", "availableCommands": listed,
            });
            let answer = result(message, &json!({ "sessionId": "1" })).unwrap();
            Some(update(commands) + &answer)
        }
    });
    let session = editor().connect(agent).await.unwrap().new_session("/").await.unwrap();
    assert_eq!(session.commands()[0].name, "plan");
}
