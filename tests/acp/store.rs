//! Sessions that are kept: they are there when their process has ended.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::fixture::{Editor, initialize_v2, kinds, said, update};

/// A directory of this test alone, in which nothing is.
fn empty(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agent-sessions-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

async fn open(directory: &Path) -> Editor {
    let options = ["store", directory.to_str().expect("a path in Unicode")];
    Editor::open_workbench(&options, json!({})).await.0
}

/// Ends it without a chance to do anything.
async fn kill(editor: &mut Editor) {
    editor.process.kill().await;
}

/// Begins a session, and lets the process die at the end of a turn; the session, and what was said.
async fn killed_after(directory: &Path, prompts: &[&str]) -> (String, Vec<Value>) {
    let mut editor = open(directory).await;
    let (session, _) = editor.session_with_commands().await;
    let mut said = Vec::new();
    for prompt in prompts {
        let (updates, _) = editor.turn(&session, prompt).await;
        said.push(prompt.to_string().into());
        said.extend(updates);
    }
    kill(&mut editor).await;
    (session, said)
}

fn params(session: &str) -> Value {
    json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] })
}

async fn listed(editor: &mut Editor) -> Vec<Value> {
    let mut list = editor.result("session/list", json!({})).await;
    let Value::Array(sessions) = list["sessions"].take() else { panic!("{list}") };
    sessions
}

#[tokio::test]
async fn a_session_is_listed_and_loaded_in_another_process() {
    let directory = empty("loaded");
    let prompts = ["title Cleaning", "mode write", "hello"];
    let (session, said) = killed_after(&directory, &prompts).await;
    let mut editor = open(&directory).await;
    let [listed] = &listed(&mut editor).await[..] else { panic!("one is listed") };
    assert_eq!(
        [&listed["sessionId"], &listed["title"], &listed["cwd"]],
        [&json!(session), &json!("Cleaning"), &json!("/work")]
    );
    let id = editor.peer.start("session/load", params(&session)).await;
    let (replayed, answer) = editor.until(id).await;
    let replayed: Vec<Value> = replayed
        .iter()
        .map(|message| update(message, &session))
        .map(|update| {
            if update["sessionUpdate"] == "user_message_chunk" {
                update["content"]["text"].clone()
            } else {
                update
            }
        })
        .collect();
    // What is chosen now is in the answer.
    let is_kept = |update: &&Value| {
        let kind = update["sessionUpdate"].as_str().unwrap_or_default();
        !["current_mode_update", "config_option_update"].contains(&kind)
    };
    let said: Vec<Value> = said.iter().filter(is_kept).cloned().collect();
    assert_eq!(replayed, said);
    assert_eq!(answer["result"]["modes"]["currentModeId"], "write");
    editor.peer.receive().await;
    // It continues, and what is said now is kept, too.
    assert_eq!(editor.said(&session, "mode").await, "Write");
    kill(&mut editor).await;
    let mut editor = open(&directory).await;
    let id = editor.peer.start("session/load", params(&session)).await;
    let (replayed, _) = editor.until(id).await;
    assert_eq!(replayed.len(), said.len() + 2);
    let mut ids: Vec<String> =
        replayed.iter().map(|message| update(message, &session)["messageId"].to_string()).collect();
    ids.sort_unstable();
    ids.dedup_by(|one, other| one == other && one != "null");
    assert!(ids.len() >= replayed.len() - 1, "ids occur twice: {ids:?}");
}

#[tokio::test]
async fn a_session_is_resumed_in_another_process_without_what_was_said() {
    let directory = empty("resumed");
    let (session, _) = killed_after(&directory, &["hello"]).await;
    let mut editor = open(&directory).await;
    let resumed = editor.result("session/resume", params(&session)).await;
    assert_eq!(resumed["modes"]["currentModeId"], "ask");
    editor.peer.receive().await;
    assert_eq!(editor.said(&session, "again").await, "the agent got [\"again\"]");
    assert_eq!(editor.error("session/resume", params("nobody")).await, -32002);
}

#[tokio::test]
async fn a_kept_session_that_is_closed_can_be_loaded_until_it_is_deleted() {
    let directory = empty("deleted");
    let mut editor = open(&directory).await;
    let (session, _) = editor.session_with_commands().await;
    editor.turn(&session, "hello").await;
    let named = json!({ "sessionId": session });
    assert_eq!(editor.result("session/close", named.clone()).await, json!({}));
    let prompt = json!({ "sessionId": session, "prompt": [{ "type": "text", "text": "hello" }] });
    assert_eq!(editor.error("session/prompt", prompt).await, -32002);
    let id = editor.peer.start("session/load", params(&session)).await;
    let (replayed, _) = editor.until(id).await;
    let replayed: Vec<Value> = replayed.iter().map(|message| update(message, &session)).collect();
    assert_eq!(kinds(&replayed), ["user_message_chunk", "agent_message_chunk"]);
    editor.peer.receive().await;
    assert_eq!(editor.result("session/delete", named.clone()).await, json!({}));
    assert_eq!(editor.error("session/load", params(&session)).await, -32002);
    // Twice, as by a client that has missed the first answer.
    for method in ["session/delete", "session/close"] {
        assert_eq!(editor.result(method, named.clone()).await, json!({}));
    }
    assert!(listed(&mut editor).await.is_empty());
    // One that is not open is deleted, too.
    let (session, _) = editor.session_with_commands().await;
    editor.result("session/close", json!({ "sessionId": session })).await;
    assert_eq!(listed(&mut editor).await.len(), 1);
    editor.result("session/delete", json!({ "sessionId": session })).await;
    assert!(listed(&mut editor).await.is_empty());
}

#[tokio::test]
async fn options_that_the_client_changes_are_kept() {
    let directory = empty("options");
    let mut editor = open(&directory).await;
    let (session, _) = editor.session_with_commands().await;
    let change = json!({ "sessionId": session, "configId": "model", "value": "small" });
    editor.result("session/set_config_option", change).await;
    kill(&mut editor).await;
    let mut editor = open(&directory).await;
    let resumed = editor.result("session/resume", params(&session)).await;
    assert_eq!(resumed["configOptions"][1]["currentValue"], "small");
}

/// With a store and without.
#[tokio::test]
async fn sessions_are_listed_page_by_page() {
    const SESSIONS: usize = 230;
    let directory = empty("pages");
    let stored = open(&directory).await;
    for mut editor in [stored, Editor::open_workbench(&[], json!({})).await.0] {
        let mut expected = Vec::new();
        for number in 0..SESSIONS {
            let cwd = if number % 2 == 0 { "/even" } else { "/odd" };
            let session = editor.session(cwd).await;
            editor.peer.receive().await;
            if number % 2 == 0 {
                expected.push(session);
            }
        }
        let mut ids = Vec::new();
        let mut pages = Vec::new();
        let mut asked = json!({ "cwd": "/even" });
        loop {
            let page = editor.result("session/list", asked.clone()).await;
            let sessions = page["sessions"].as_array().expect("a list");
            pages.push(sessions.len());
            ids.extend(sessions.iter().map(|session| session["sessionId"].clone()));
            match page.get("nextCursor") {
                Some(cursor) => asked["cursor"] = cursor.clone(),
                None => break,
            }
        }
        assert_eq!(pages, [100, 15]);
        let mut ids: Vec<&str> = ids.iter().filter_map(Value::as_str).collect();
        ids.sort_unstable();
        expected.sort_unstable();
        assert_eq!(ids, expected);
        assert_eq!(editor.error("session/list", json!({ "cursor": "here" })).await, -32602);
    }
}

/// Starts an agent that speaks both versions and keeps its sessions.
async fn open_v2(directory: &Path) -> Editor {
    let store = format!("store={}", directory.display());
    let mut editor = Editor::start_with(&["append", &store]);
    editor.result("initialize", initialize_v2()).await;
    editor
}

#[tokio::test]
async fn a_hundred_closed_sessions_are_there_for_another_process() {
    let directory = empty("hundred");
    let mut editor = open_v2(&directory).await;
    let mut closed = Vec::new();
    for number in 0..100 {
        let session = editor.session("/work").await;
        if number % 10 == 0 {
            editor.turn_v2(&session, &format!("say {number}")).await;
        }
        editor.result("session/close", json!({ "sessionId": session })).await;
        closed.push(session);
    }
    kill(&mut editor).await;
    let mut editor = open_v2(&directory).await;
    let listed = listed(&mut editor).await;
    assert_eq!(listed.len(), 100);
    assert!(closed.iter().all(|id| listed.iter().any(|session| session["sessionId"] == **id)));
    let replay =
        json!({ "sessionId": closed[50], "cwd": "/work", "replayFrom": { "type": "start" } });
    let id = editor.peer.start("session/resume", replay).await;
    let (replayed, answer) = editor.until(id).await;
    assert_eq!(answer["result"], json!({}));
    let replayed: Vec<Value> =
        replayed.iter().map(|message| update(message, &closed[50])).collect();
    let kinds = kinds(&replayed);
    assert_eq!(kinds, ["user_message", "agent_message_chunk", "replay_complete", "state_update"]);
}

#[tokio::test]
async fn keys_and_system_prompts_are_known_in_another_process() {
    let directory = empty("keys");
    let mut editor = open_v2(&directory).await;
    let prompt =
        |text: &str| json!({ "mode": "append", "content": [{ "type": "text", "text": text }] });
    let setup = json!({ "cwd": "/work", "systemPrompt": prompt("Be brief.") });
    let id = editor.result("session/new", setup).await["sessionId"].clone();
    let session = id.as_str().unwrap();
    let say = json!([{ "type": "text", "text": "instructions" }]);
    let keyed = json!({ "sessionId": session, "prompt": say, "idempotencyKey": "k" });
    let id = editor.peer.start("session/prompt", keyed.clone()).await;
    let (_, first) = editor.until(id).await;
    editor.until_idle(session).await;
    kill(&mut editor).await;

    let mut editor = open_v2(&directory).await;
    let resume = json!({ "sessionId": session, "cwd": "/work" });
    let id = editor.peer.start("session/resume", resume).await;
    editor.until(id).await;
    assert_eq!(editor.result("session/prompt", keyed).await, first["result"]);
    let (_, updates, _) = editor.turn_v2(session, "instructions").await;
    assert_eq!(said(&updates), "Own.\n\nBe brief.");
    let replaced = json!({
        "sessionId": session, "cwd": "/work", "systemPrompt": prompt("Be kind."),
    });
    let id = editor.peer.start("session/resume", replaced).await;
    editor.until(id).await;
    kill(&mut editor).await;

    let mut editor = open_v2(&directory).await;
    let resume = json!({ "sessionId": session, "cwd": "/work" });
    let id = editor.peer.start("session/resume", resume).await;
    editor.until(id).await;
    let (_, updates, _) = editor.turn_v2(session, "recall").await;
    assert!(said(&updates).contains("Be brief."), "{updates:?}");
    let (_, updates, _) = editor.turn_v2(session, "instructions").await;
    assert_eq!(said(&updates), "Own.\n\nBe kind.");
}
