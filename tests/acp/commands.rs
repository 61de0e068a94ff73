//! Slash commands.

use serde_json::{Value, json};

use super::fixture::{Editor, said, update};

#[tokio::test]
async fn a_client_is_told_of_the_commands_once_it_knows_the_session() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, told) = editor.session_with_commands().await;
    let command = |name: &str, description: &str, hint: Option<&str>| {
        let mut command = json!({ "name": name, "description": description });
        if let Some(hint) = hint {
            command["input"] = json!({ "hint": hint });
        }
        command
    };
    let commands = json!([
        command("review", "Reviews a change.", Some("what to review")),
        command("count-up", "Counts up to a number.", Some("how far")),
        command("whose", "Says whose desk it is.", None),
    ]);
    let expected =
        json!({ "sessionUpdate": "available_commands_update", "availableCommands": commands });
    assert_eq!(told, expected);
    let params = json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] });
    for method in ["session/load", "session/resume"] {
        editor.result(method, params.clone()).await;
        assert_eq!(update(&editor.peer.receive().await, &session), expected);
    }
}

#[tokio::test]
async fn a_prompt_that_begins_with_a_command_is_given_to_it() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    let cases = [
        ("/review the last commit", "reviewed \"the last commit\", of 1 blocks"),
        ("/review\nthe last\ncommit", "reviewed \"the last\\ncommit\", of 1 blocks"),
        ("/review", "reviewed \"\", of 0 blocks"),
        ("/count-up 2", "[1, 2]"),
        ("/count-up", "[1, 2, 3]"),
        ("/whose", "Ada"),
        ("/reviews it", "the agent got [\"/reviews\", \"it\"]"),
        ("a /review", "the agent got [\"a\", \"/review\"]"),
        ("/", "the agent got [\"/\"]"),
    ];
    for (prompt, expected) in cases {
        assert_eq!(editor.said(&session, prompt).await, expected, "{prompt:?}");
    }
}

#[tokio::test]
async fn a_command_is_given_all_other_blocks_of_the_prompt() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    let link = json!({ "type": "resource_link", "name": "a", "uri": "file:///a" });
    let prompt = json!([{ "type": "text", "text": "/review it" }, link]);
    let params = json!({ "sessionId": session, "prompt": prompt });
    let id = editor.peer.start("session/prompt", params).await;
    let (messages, _) = editor.until(id).await;
    let updates: Vec<Value> = messages.iter().map(|message| update(message, &session)).collect();
    assert_eq!(said(&updates), "reviewed \"it\", of 2 blocks");
}

#[tokio::test]
async fn an_input_that_does_not_fit_is_refused() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    let id = editor.prompt(&session, "/count-up many").await;
    let error = editor.peer.answer(id).await["error"].take();
    assert_eq!(error["code"], -32602);
    let message = error["message"].as_str().expect("a message");
    assert!(message.starts_with("Invalid arguments for command `count-up`:"), "{message}");
}

/// What is replayed is what the person wrote.
#[tokio::test]
async fn a_command_is_replayed_as_it_was_written() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    editor.said(&session, "/review it").await;
    let params = json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] });
    let id = editor.peer.start("session/load", params).await;
    let (replayed, _) = editor.until(id).await;
    assert_eq!(update(&replayed[0], &session)["content"]["text"], "/review it");
}

#[tokio::test]
async fn version_2_has_commands_with_types() {
    let (mut editor, _) = Editor::open_workbench_v2(&[]).await;
    let (session, told) = editor.session_with_commands().await;
    let first = json!({
        "type": "command", "name": "review", "description": "Reviews a change.",
        "input": { "type": "text", "hint": "what to review" },
    });
    assert_eq!(told["availableCommands"][0], first);
    let (_, updates, _) = editor.turn_v2(&session, "/review it").await;
    assert_eq!(said(&updates), "reviewed \"it\", of 1 blocks");
}
