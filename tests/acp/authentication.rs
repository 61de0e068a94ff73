//! Logging in and out.

use serde_json::{Value, json};

use super::fixture::Editor;

async fn open(capabilities: Value) -> (Editor, Value) {
    Editor::open_workbench(&["login"], capabilities).await
}

#[tokio::test]
async fn an_agent_tells_how_to_log_in_as_far_as_its_client_can() {
    let ways = [
        json!({ "id": "key", "name": "Log in", "description": "With the key" }),
        json!({ "id": "wrong", "name": "Log in" }),
        json!({ "type": "terminal", "id": "terminal", "name": "Log in", "args": ["login"],
            "env": { "HOW": "by hand" } }),
    ];
    let (_editor, told) = open(json!({ "auth": { "terminal": true } })).await;
    assert_eq!(told["authMethods"], json!(ways));
    assert_eq!(told["agentCapabilities"]["auth"], json!({ "logout": {} }));
    for cannot in [json!({}), json!({ "auth": { "terminal": {} } }), json!({ "auth": null })] {
        let (_editor, told) = open(cannot).await;
        assert_eq!(told["authMethods"], json!(ways[..2]));
    }
}

#[tokio::test]
async fn who_has_not_logged_in_is_told_so() {
    let (mut editor, _) = open(json!({})).await;
    let setup = json!({ "cwd": "/work", "mcpServers": [] });
    for method in ["session/new", "session/load", "session/list", "session/prompt"] {
        assert_eq!(editor.error(method, setup.clone()).await, -32000, "{method}");
    }
    for (wrong, code) in [("wrong", -32603), ("magic", -32602)] {
        assert_eq!(editor.error("authenticate", json!({ "methodId": wrong })).await, code);
        assert_eq!(editor.error("session/new", setup.clone()).await, -32000);
    }
    let logged_in = editor.result("authenticate", json!({ "methodId": "key" })).await;
    assert_eq!(logged_in, json!({}));
    let (session, _) = editor.session_with_commands().await;
    assert_eq!(editor.said(&session, "hello").await, "the agent got [\"hello\"]");
    assert_eq!(editor.result("logout", json!({})).await, json!({}));
    assert_eq!(editor.error("session/new", setup).await, -32000);
}

#[tokio::test]
async fn an_agent_without_ways_to_log_in_has_no_method_for_it() {
    let (mut editor, told) = Editor::open_workbench(&[], json!({})).await;
    assert_eq!(told["authMethods"], json!([]));
    assert!(told["agentCapabilities"].get("auth").is_none());
    for method in ["authenticate", "logout"] {
        assert_eq!(editor.error(method, json!({ "methodId": "key" })).await, -32601);
    }
}

#[tokio::test]
async fn version_2_has_other_words_for_it() {
    let (mut editor, told) = Editor::open_workbench_v2(&["login"]).await;
    let way = json!({
        "type": "agent", "methodId": "key", "name": "Log in", "description": "With the key",
    });
    assert_eq!(told["authMethods"][0], way);
    assert_eq!(told["capabilities"]["auth"], json!({}));
    assert_eq!(editor.error("session/new", json!({ "cwd": "/work" })).await, -32000);
    let key = json!({ "methodId": "key" });
    for method in ["authenticate", "logout"] {
        assert_eq!(editor.error(method, key.clone()).await, -32601);
    }
    assert_eq!(editor.result("auth/login", key).await, json!({}));
    editor.session_with_commands().await;
    assert_eq!(editor.result("auth/logout", json!({})).await, json!({}));
    assert_eq!(editor.error("session/list", json!({})).await, -32000);
}

#[tokio::test]
async fn who_has_logged_in_in_a_terminal_is_asked_for_nothing() {
    let token = format!("{}/token-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    let (mut editor, _) =
        Editor::open_workbench(&["login", &token], json!({ "auth": { "terminal": true } })).await;
    let setup = json!({ "cwd": "/work", "mcpServers": [] });
    assert_eq!(editor.error("session/new", setup.clone()).await, -32000);
    std::fs::write(&token, "").unwrap();
    editor.session_with_commands().await;
    // What has let them in does not let them in again once they have logged out.
    assert_eq!(editor.result("logout", json!({})).await, json!({}));
    for _ in 0..2 {
        assert_eq!(editor.error("session/new", setup.clone()).await, -32000);
    }
    std::fs::remove_file(&token).unwrap();
    assert_eq!(editor.error("session/new", setup.clone()).await, -32000);
    std::fs::write(&token, "").unwrap();
    editor.session_with_commands().await;
    // A later process knows it from the beginning.
    let (mut editor, _) = Editor::open_workbench(&["login", &token], json!({})).await;
    editor.session_with_commands().await;
    std::fs::remove_file(token).unwrap();
}

#[tokio::test]
async fn logging_in_and_out_comes_in_any_order() {
    let token = format!("{}/steps-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    let _ = std::fs::remove_file(&token);
    // What is done, and whether a session can be made after it.
    let steps = [
        ("list", false),
        ("key", true),
        ("logout", false),
        ("wrong", false),
        ("token", true),
        ("logout", false),
        ("list", false),
        ("key", true),
        ("no token", true),
        ("logout", false),
        ("token", true),
        ("no token", true),
        ("logout", false),
        ("terminal", true),
    ];
    let (mut editor, _) =
        Editor::open_workbench(&["login", &token], json!({ "auth": { "terminal": true } })).await;
    let setup = json!({ "cwd": "/work", "mcpServers": [] });
    for (number, (step, is_in)) in steps.into_iter().enumerate() {
        match step {
            "list" => drop(editor.peer.request("session/list", json!({})).await),
            "token" => std::fs::write(&token, "").unwrap(),
            "no token" => std::fs::remove_file(&token).unwrap(),
            "logout" => drop(editor.result("logout", json!({})).await),
            method => {
                drop(editor.peer.request("authenticate", json!({ "methodId": method })).await);
            }
        }
        let answer = editor.peer.request("session/new", setup.clone()).await;
        assert_eq!(answer.get("error").is_none(), is_in, "step {number}, {step}: {answer}");
        if is_in {
            editor.peer.receive().await;
        }
    }
}
