//! The agent, as an editor starts it, with a model that follows a script.

use std::sync::{Arc, Mutex};

use axum::routing::post;
use axum::{Json, Router};
use mcp_runtime_acp::Client;
use mcp_runtime_acp::client::{PermissionRequest, ToolCall, ToolContent, Update};
use mcp_runtime_client::Stdio;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::program::{Program, objections};

const AGENT: &str = env!("CARGO_BIN_EXE_agent");

/// What the model was asked, request by request.
type Asked = Arc<Mutex<Vec<Value>>>;

/// Starts a model that makes a plan, writes a file, and says that it is done.
async fn model() -> (String, Asked) {
    let asked = Asked::default();
    let kept = Arc::clone(&asked);
    let complete = move |Json(request): Json<Value>| async move {
        let mut asked = kept.lock().unwrap();
        asked.push(request);
        let call = |name: &str, arguments: Value| {
            let function = json!({ "name": name, "arguments": arguments.to_string() });
            json!([{ "id": "1", "type": "function", "function": function }])
        };
        let message = match asked.len() {
            1 => {
                let steps = json!([{ "what": "look" }, { "what": "write", "is_done": true }]);
                json!({ "content": "Well.", "tool_calls": call("make_plan", json!({ "steps": steps })) })
            }
            2 => {
                let file = json!({ "path": "hello.txt", "text": "Hello!\n" });
                json!({ "content": null, "tool_calls": call("write_file", file) })
            }
            _ => json!({ "content": "It is done." }),
        };
        Json(json!({ "choices": [{ "message": message }], "usage": { "total_tokens": 7 } }))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let app = Router::new().route("/chat/completions", post(complete));
    tokio::spawn(async move { axum::serve(listener, app).await });
    (url, asked)
}

#[tokio::test]
async fn it_plans_asks_and_writes_a_file() {
    let (url, asked) = model().await;
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("agent");
    std::fs::create_dir_all(&directory).unwrap();
    let _ = std::fs::remove_file(directory.join("hello.txt"));
    let client = Client::builder("editor", "1.0")
        .on_permission(|request: PermissionRequest| async move { Ok(request.allow()) })
        .connect(Stdio::spawn(AGENT).env("MODEL_URL", url))
        .await
        .unwrap();
    let session = client.new_session(&directory).await.unwrap();
    let mut turn = session.prompt("Greet me in a file.").await.unwrap();
    let (mut has_plan, mut diffs) = (false, Vec::new());
    while let Some(update) = turn.next().await {
        match update {
            Update::Plan(_) => has_plan = true,
            Update::ToolCall(call) => diffs.extend(call.content.into_iter().flatten()),
            _ => {}
        }
    }
    turn.finish().await.unwrap();
    assert!(has_plan);
    let is_change = |content: &ToolContent| {
        matches!(content, ToolContent::Diff(_) | ToolContent::Changes { .. })
    };
    assert!(diffs.iter().any(is_change), "{diffs:?}");
    assert_eq!(std::fs::read_to_string(directory.join("hello.txt")).unwrap(), "Hello!\n");
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 3);
    let last = asked[2]["messages"].as_array().unwrap();
    let roles: Vec<&str> = last.iter().map(|message| message["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "tool", "assistant", "tool"]);
    assert_eq!(last[1]["content"], "Greet me in a file.");
    assert_eq!(last[5]["content"], "written");
}

/// Has the agent write a file; returns what the person was asked about, and what the model was told of
/// the call. The file is not there before the answer.
async fn decided(version: u16, allows: bool) -> (ToolCall, bool, String) {
    let (url, asked) = model().await;
    let directory = format!("agent-{version}-{allows}");
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(directory);
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("hello.txt");
    let _ = std::fs::remove_file(&file);
    let (calls, written) = (Arc::<Mutex<Vec<ToolCall>>>::default(), file.clone());
    let kept = Arc::clone(&calls);
    let client = Client::builder("editor", "1.0")
        .version(version)
        .on_permission(move |request: PermissionRequest| {
            assert!(!written.exists(), "it is asked for first");
            kept.lock().unwrap().extend(request.tool_call.clone());
            async move { Ok(if allows { request.allow() } else { request.reject() }) }
        })
        .connect(Stdio::spawn(AGENT).env("MODEL_URL", url))
        .await
        .unwrap();
    let session = client.new_session(&directory).await.unwrap();
    session.prompt("Greet me in a file.").await.unwrap().text().await.unwrap();
    let call = calls.lock().unwrap().pop().expect("it was asked for");
    let told = asked.lock().unwrap()[2]["messages"][5]["content"].as_str().unwrap().to_owned();
    (call, file.exists(), told)
}

#[tokio::test]
async fn the_change_is_what_the_person_decides_about() {
    for version in [1, 2] {
        for allows in [true, false] {
            let (call, is_written, told) = decided(version, allows).await;
            let content = call.content.expect("it shows the change");
            let path = match &content[..] {
                [ToolContent::Diff(diff)] => {
                    assert_eq!((&diff.old_text, diff.new_text.as_str()), (&None, "Hello!\n"));
                    diff.path.clone()
                }
                [ToolContent::Changes { files, .. }] => files[0].path.clone(),
                other => panic!("{other:?}"),
            };
            assert!(path.ends_with("/hello.txt"), "{version}: {path}");
            let locations = call.locations.expect("it shows where");
            assert_eq!((&locations[0].path, locations[0].line), (&path, Some(1)), "{version}");
            assert_eq!(is_written, allows, "{version}");
            let refused = "the person did not allow the call of `write_file`";
            assert_eq!(told, if allows { "written" } else { refused }, "{version}");
        }
    }
}

#[tokio::test]
async fn without_a_model_it_says_what_is_missing() {
    let client = Client::builder("editor", "1.0").connect(Stdio::spawn(AGENT)).await.unwrap();
    let session = client.new_session("/").await.unwrap();
    let error = session.prompt("hello").await.unwrap().finish().await.unwrap_err();
    assert!(error.to_string().contains("MODEL_URL"), "{error}");
}

#[test]
fn nobody_objects() {
    assert_eq!(objections(&Program::new(AGENT)), []);
}

#[test]
fn nobody_objects_to_the_tools_of_the_scripted_agent() {
    assert_eq!(objections(&Program::new(env!("CARGO_BIN_EXE_scripted"))), []);
}
