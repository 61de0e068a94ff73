//! System prompts: what the client adds to the instructions of the agent.

use serde_json::{Value, json};

use super::fixture::Editor;

fn prompt(mode: &str, text: &str) -> Value {
    json!({ "mode": mode, "content": [{ "type": "text", "text": text }] })
}

async fn open(editor: &mut Editor, prompt: &Value) -> String {
    let setup = json!({ "cwd": "/work", "mcpServers": [], "systemPrompt": prompt });
    let session = editor.result("session/new", setup).await;
    session["sessionId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_agent_advertises_what_it_applies() {
    let (mut editor, told) = Editor::open_option("append", json!({})).await;
    assert_eq!(told["agentCapabilities"]["sessionCapabilities"]["systemPrompt"], json!({}));
    let session = open(&mut editor, &prompt("append", "Be brief.")).await;
    assert_eq!(editor.said(&session, "instructions").await, "Own.\n\nBe brief.");

    let (mut editor, told) = Editor::open_option("override", json!({})).await;
    let both = json!({ "mode": { "override": {} } });
    assert_eq!(told["agentCapabilities"]["sessionCapabilities"]["systemPrompt"], both);
    let session = open(&mut editor, &prompt("override", "Be long.")).await;
    assert_eq!(editor.said(&session, "instructions").await, "Be long.");

    let (_editor, told) = Editor::open_option_v2("override").await;
    assert_eq!(told["capabilities"]["session"]["systemPrompt"], both);
    let (mut editor, told) = Editor::open_option("", json!({})).await;
    assert_eq!(told["agentCapabilities"]["sessionCapabilities"].get("systemPrompt"), None);
    let session = editor.session("/work").await;
    assert_eq!(editor.said(&session, "instructions").await, "Own.");
}

#[tokio::test]
async fn what_cannot_be_applied_is_refused_before_there_is_a_session() {
    let (mut editor, _) = Editor::open_option("append", json!({})).await;
    let wrong = [
        prompt("override", "x"),
        prompt("_mine", "x"),
        prompt("", "x"),
        json!({ "mode": "append", "content": [] }),
        json!({ "mode": "append" }),
        json!({ "content": [{ "type": "text", "text": "x" }] }),
        json!({ "mode": "append", "content": "x" }),
        json!({ "mode": "append", "content": [{ "type": "image", "data": "aGk=", "mimeType": "image/png" }] }),
        json!({ "mode": "append", "content": [{ "type": "text" }] }),
        json!("x"),
        json!([]),
        json!(true),
    ];
    for wrong in wrong {
        let setup = json!({ "cwd": "/work", "mcpServers": [], "systemPrompt": wrong });
        assert_eq!(editor.error("session/new", setup).await, -32602, "{wrong}");
    }
    let listed = editor.result("session/list", json!({})).await;
    assert_eq!(listed["sessions"], json!([]));
}

#[tokio::test]
async fn it_is_kept_until_another_one_comes() {
    let (mut editor, _) = Editor::open_option("append", json!({})).await;
    let session = open(&mut editor, &prompt("append", "Be brief.")).await;
    let mut again = json!({ "sessionId": session, "cwd": "/work", "mcpServers": [] });
    for (given, expected) in [
        (Value::Null, "Own.\n\nBe brief."),
        (prompt("append", "Be kind."), "Own.\n\nBe kind."),
        (Value::Null, "Own.\n\nBe kind."),
    ] {
        editor.result("session/close", json!({ "sessionId": session })).await;
        again["systemPrompt"] = given;
        editor.result("session/resume", again.clone()).await;
        assert_eq!(editor.said(&session, "instructions").await, expected);
    }
}

#[tokio::test]
async fn it_may_be_long_and_what_is_beside_it_may_not() {
    let (mut editor, _) = Editor::open_option("append", json!({})).await;
    let long = "x".repeat(1_000_000);
    let session = open(&mut editor, &prompt("append", &long)).await;
    assert_eq!(editor.said(&session, "instructions").await.len(), "Own.\n\n".len() + long.len());
    let too_long = prompt("append", &"x".repeat(1_048_576));
    let setup = json!({ "cwd": "/work", "mcpServers": [], "systemPrompt": too_long });
    assert_eq!(editor.error("session/new", setup).await, -32602);
    // Whatever its form, at most 1 MiB.
    let most = 1_048_576;
    for (text, fits) in [
        ("", true),
        ("x", true),
        (&*"x".repeat(65_536), true),
        (&*"é".repeat(500_000), true),
        (&*"\n".repeat(500_000), true),
        (&*"\"".repeat(524_200), true),
        (&*"\u{1}".repeat(200_000), false),
        (&*"x".repeat(most - 200), true),
        (&*"x".repeat(most), false),
        (&*"\n".repeat(524_288), false),
    ] {
        let setup = json!({ "cwd": "/work", "systemPrompt": prompt("append", text) });
        let answer = editor.peer.request("session/new", setup).await;
        assert_eq!(answer.get("error").is_none(), fits, "{} characters", text.len());
        let id = answer["result"]["sessionId"].clone();
        editor
            .result("session/delete", json!({ "sessionId": id.as_str().unwrap_or("none") }))
            .await;
    }
    let directories = vec!["/work"; 10_000];
    let setup = json!({
        "cwd": "/work", "mcpServers": [], "additionalDirectories": directories,
        "systemPrompt": prompt("append", "x"),
    });
    assert_eq!(editor.error("session/new", setup).await, -32602);
    // All that is kept of all sessions is bounded.
    for _ in 0..70 {
        let setup = json!({ "cwd": "/work", "systemPrompt": prompt("append", &long) });
        let answer = editor.peer.request("session/new", setup).await;
        if answer.get("error").is_some() {
            assert_eq!(answer["error"]["code"], -32603, "{answer}");
            return;
        }
    }
    panic!("70 MB are kept");
}
