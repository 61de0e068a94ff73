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

/// Editors send a mention as a block between those of the text around it.
#[tokio::test]
async fn a_command_is_given_mentions_where_they_are_written() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    let (mut draft, _) = Editor::open_workbench_v2(&[]).await;
    let (second, _) = draft.session_with_commands().await;
    let cases = [
        (
            json!([text("/review "), link("main.rs", "file:///main.rs"), text(" and its tests")]),
            "reviewed \"[@main.rs](file:///main.rs) and its tests\", of 2 blocks",
        ),
        (
            json!([text("/review"), link("a", "file:///a")]),
            "reviewed \"[@a](file:///a)\", of 1 blocks",
        ),
        (
            json!([text("/review  the "), resource("file:///src/b.rs?x#L1/2"), text(".")]),
            "reviewed \"the [@b.rs](file:///src/b.rs?x#L1/2).\", of 3 blocks",
        ),
        (
            json!([text("/review "), resource("file:///src/"), link("", "zed:///a/c")]),
            "reviewed \"[@src](file:///src/)[@c](zed:///a/c)\", of 2 blocks",
        ),
        (json!([text("/review it"), image()]), "reviewed \"it\", of 2 blocks"),
        (json!([text("/review"), image()]), "reviewed \"\", of 1 blocks"),
        (json!([text("/review one"), text("two")]), "reviewed \"one\\ntwo\", of 2 blocks"),
        (json!([text("/count-up "), text("2")]), "[1, 2]"),
        // The name is the first word of the first block.
        (json!([link("a", "b"), text("/review")]), "the agent got [\"[@a](b)/review\"]"),
    ];
    for (prompt, expected) in cases {
        let params = json!({ "sessionId": session, "prompt": prompt });
        let id = editor.peer.start("session/prompt", params).await;
        let (messages, _) = editor.until(id).await;
        let updates: Vec<Value> =
            messages.iter().map(|message| update(message, &session)).collect();
        assert_eq!(said(&updates), expected, "{prompt}");
        let params = json!({ "sessionId": second, "prompt": prompt });
        let id = draft.peer.start("session/prompt", params).await;
        draft.until(id).await;
        assert_eq!(said(&draft.until_idle(&second).await.0), expected, "{prompt}");
    }
}

#[tokio::test]
async fn a_command_is_given_all_blocks_without_its_name() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    let mut first = text("/review \n blocks of ");
    first["annotations"] = json!({ "priority": 1.0 });
    let prompt = json!([first, image(), link("a", "file:///a"), text("")]);
    let params = json!({ "sessionId": session, "prompt": prompt });
    let id = editor.peer.start("session/prompt", params).await;
    let (messages, _) = editor.until(id).await;
    let updates: Vec<Value> = messages.iter().map(|message| update(message, &session)).collect();
    let mut expected = prompt;
    expected[0]["text"] = json!("blocks of ");
    assert_eq!(serde_json::from_str::<Value>(&said(&updates)).expect("JSON"), expected);
}

#[tokio::test]
async fn a_mention_does_not_tear_the_sentence_that_it_is_in() {
    let (mut editor, _) = Editor::open_workbench(&[], json!({})).await;
    let (session, _) = editor.session_with_commands().await;
    let cases = [
        (json!([text("see "), link("a", "b"), text(", too")]), json!(["see", "[@a](b),", "too"])),
        (json!([text("see"), resource("c"), text("too")]), json!(["see[@c](c)too"])),
        (json!([text("one"), text("two")]), json!(["one\ntwo"])),
        (json!([text("one "), text("two")]), json!(["one", "two"])),
        (json!([text("one\n"), text("two")]), json!(["one\ntwo"])),
        (json!([text("one"), image(), text("two")]), json!(["one\ntwo"])),
        (json!([text("see "), image(), text("and go")]), json!(["see", "and", "go"])),
        (json!([text(""), text("two")]), json!(["two"])),
        (json!([resource("")]), json!(["[@]()"])),
        (json!([image()]), json!([""])),
    ];
    for (prompt, words) in cases {
        let params = json!({ "sessionId": session, "prompt": prompt });
        let id = editor.peer.start("session/prompt", params).await;
        let (messages, _) = editor.until(id).await;
        let updates: Vec<Value> =
            messages.iter().map(|message| update(message, &session)).collect();
        let words: Vec<&str> =
            words.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(said(&updates), format!("the agent got {words:?}"), "{prompt}");
    }
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn link(name: &str, uri: &str) -> Value {
    json!({ "type": "resource_link", "name": name, "uri": uri })
}

fn resource(uri: &str) -> Value {
    json!({ "type": "resource", "resource": { "uri": uri, "text": "of no interest" } })
}

fn image() -> Value {
    json!({ "type": "image", "data": "aGk=", "mimeType": "image/png" })
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
