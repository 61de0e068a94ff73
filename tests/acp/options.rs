//! Modes and options of sessions.

use serde_json::{Value, json};

use super::fixture::{Editor, kinds};

fn shows_switches() -> Value {
    json!({ "session": { "configOptions": { "boolean": {} } } })
}

async fn opened(capabilities: Value) -> (Editor, Value) {
    let (mut editor, _) = Editor::open_workbench(&[], capabilities).await;
    let params = json!({ "cwd": "/work", "mcpServers": [] });
    let session = editor.result("session/new", params).await;
    editor.peer.receive().await;
    (editor, session)
}

fn mode(current: &str) -> Value {
    json!({
        "id": "mode", "name": "Mode", "category": "mode", "type": "select", "currentValue": current,
        "options": [
            { "value": "ask", "name": "Ask", "description": "Before it writes" },
            { "value": "write", "name": "Write" },
        ],
    })
}

fn model(current: &str) -> Value {
    json!({
        "id": "model", "name": "Model", "category": "model", "type": "select",
        "currentValue": current,
        "options": [{ "value": "small", "name": "Small" }, { "value": "large", "name": "Large" }],
    })
}

fn careful(current: bool) -> Value {
    json!({
        "id": "careful", "name": "Careful", "description": "Looks twice", "type": "boolean",
        "currentValue": current,
    })
}

fn id(session: &Value) -> &str {
    session["sessionId"].as_str().expect("an id")
}

#[tokio::test]
async fn a_session_has_the_modes_and_options_that_its_client_can_show() {
    let modes = json!({
        "currentModeId": "ask",
        "availableModes": [
            { "id": "ask", "name": "Ask", "description": "Before it writes" },
            { "id": "write", "name": "Write" },
        ],
    });
    let (_editor, session) = opened(shows_switches()).await;
    assert_eq!(session["modes"], modes);
    assert_eq!(session["configOptions"], json!([mode("ask"), model("large"), careful(true)]));
    let cannot = [json!({}), json!({ "session": { "configOptions": { "boolean": true } } })];
    for capabilities in cannot {
        let (mut editor, session) = opened(capabilities).await;
        assert_eq!(session["modes"], modes);
        assert_eq!(session["configOptions"], json!([mode("ask"), model("large")]));
        let params = json!({
            "sessionId": id(&session), "configId": "careful", "type": "boolean", "value": false,
        });
        assert_eq!(editor.error("session/set_config_option", params).await, -32602);
    }
}

#[tokio::test]
async fn a_client_changes_the_mode_and_options() {
    let (mut editor, session) = opened(shows_switches()).await;
    let session = id(&session);
    let params = json!({ "sessionId": session, "modeId": "write" });
    assert_eq!(editor.result("session/set_mode", params).await, json!({}));
    assert_eq!(editor.said(session, "mode").await, "Write");
    let changes = [
        (
            json!({ "configId": "model", "value": "small" }),
            [mode("write"), model("small"), careful(true)],
        ),
        (
            json!({ "configId": "careful", "type": "boolean", "value": false }),
            [mode("write"), model("small"), careful(false)],
        ),
        (
            json!({ "configId": "mode", "value": "ask" }),
            [mode("ask"), model("small"), careful(false)],
        ),
    ];
    for (mut change, expected) in changes {
        change["sessionId"] = json!(session);
        let result = editor.result("session/set_config_option", change).await;
        assert_eq!(result, json!({ "configOptions": expected }));
    }
    for (option, value) in [("mode", "\"ask\""), ("model", "\"small\""), ("careful", "false")] {
        assert_eq!(editor.said(session, &format!("option {option}")).await, value);
    }
    // They are what they are when the session is opened again, too.
    let params = json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] });
    let resumed = editor.result("session/resume", params).await;
    assert_eq!(resumed["configOptions"], json!([mode("ask"), model("small"), careful(false)]));
    assert_eq!(resumed["modes"]["currentModeId"], "ask");
}

#[tokio::test]
async fn what_is_no_option_or_value_is_refused() {
    let (mut editor, session) = opened(shows_switches()).await;
    let session = id(&session);
    let wrong = [
        json!({ "configId": "colour", "value": "red" }),
        json!({ "configId": "model", "value": "huge" }),
        json!({ "configId": "model", "value": true }),
        json!({ "configId": "careful", "value": "yes" }),
        json!({ "configId": "careful" }),
        json!({}),
    ];
    for mut change in wrong {
        change["sessionId"] = json!(session);
        let error = editor.error("session/set_config_option", change.clone()).await;
        assert_eq!(error, -32602, "{change}");
    }
    let params = json!({ "sessionId": session, "modeId": "dream" });
    assert_eq!(editor.error("session/set_mode", params).await, -32602);
    let params = json!({ "sessionId": "nobody", "modeId": "ask" });
    assert_eq!(editor.error("session/set_mode", params).await, -32002);
    assert_eq!(editor.said(session, "option model").await, "\"large\"");
}

#[tokio::test]
async fn an_agent_changes_the_mode_and_options_and_tells_its_client() {
    let (mut editor, session) = opened(shows_switches()).await;
    let session = id(&session);
    let (updates, _) = editor.turn(session, "mode write").await;
    assert_eq!(
        kinds(&updates),
        ["current_mode_update", "config_option_update", "agent_message_chunk"]
    );
    assert_eq!(updates[0]["currentModeId"], "write");
    assert_eq!(updates[1]["configOptions"], json!([mode("write"), model("large"), careful(true)]));
    let (updates, _) = editor.turn(session, "careful no").await;
    assert_eq!(kinds(&updates), ["config_option_update", "agent_message_chunk"]);
    assert_eq!(updates[0]["configOptions"], json!([mode("write"), model("large"), careful(false)]));
    let said = editor.said(session, "mode dream").await;
    assert_eq!(said, "failed: the option \"mode\" has no value \"dream\"");
    // A client that cannot show it is told nothing.
    let (mut editor, session) = opened(json!({})).await;
    let (updates, _) = editor.turn(id(&session), "careful no").await;
    assert_eq!(kinds(&updates), ["agent_message_chunk"]);
}

#[tokio::test]
async fn an_agent_without_options_has_no_method_for_them() {
    let mut editor = Editor::open().await;
    let session = editor.result("session/new", json!({ "cwd": "/", "mcpServers": [] })).await;
    assert_eq!(session.as_object().expect("an object").len(), 1);
    for method in ["session/set_mode", "session/set_config_option"] {
        assert_eq!(editor.error(method, json!({})).await, -32601);
    }
}

/// There are no modes there: the mode is an option.
#[tokio::test]
async fn version_2_has_options_alone() {
    let (mut editor, _) = Editor::open_workbench_v2(&[]).await;
    let session = editor.result("session/new", json!({ "cwd": "/work" })).await;
    editor.peer.receive().await;
    let in_v2 = |mut option: Value| {
        option["configId"] = option["id"].take();
        option.as_object_mut().expect("an object").remove("id");
        option
    };
    let options = json!([in_v2(mode("ask")), in_v2(model("large")), in_v2(careful(true))]);
    assert_eq!(session["configOptions"], options);
    assert!(session.get("modes").is_none());
    let session = id(&session);
    let change = json!({
        "sessionId": session, "configId": "careful", "type": "boolean", "value": false,
    });
    let options = json!([in_v2(mode("ask")), in_v2(model("large")), in_v2(careful(false))]);
    let result = editor.result("session/set_config_option", change).await;
    assert_eq!(result, json!({ "configOptions": options }));
    let (_, updates, _) = editor.turn_v2(session, "mode write").await;
    assert_eq!(kinds(&updates), ["config_option_update", "agent_message_chunk"]);
    let options = json!([in_v2(mode("write")), in_v2(model("large")), in_v2(careful(false))]);
    assert_eq!(updates[0]["configOptions"], options);
    let change = json!({ "sessionId": session, "modeId": "ask" });
    assert_eq!(editor.error("session/set_mode", change).await, -32601);
}
