//! The agent, as an editor starts it, with a model that follows a script.

use std::path::Path;
use std::sync::{Arc, Mutex};

use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use axum::{Json, Router};
use mcp_runtime::protocol::ContentBlock;
use mcp_runtime_acp::Client;
use mcp_runtime_acp::client::{
    PermissionRequest, PromptContent, Session, ToolCall, ToolContent, Update,
};
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
        .connect(Stdio::spawn(AGENT).arg("acp").env("MODEL_URL", url))
        .await
        .unwrap();
    let session = client.new_session(&directory).await.unwrap();
    let mut turn = session.prompt("Greet me in a file.").await.unwrap();
    let mut has_plan = false;
    let mut diffs = Vec::new();
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
    let name = format!("agent-{version}-{allows}");
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("hello.txt");
    let _ = std::fs::remove_file(&file);
    let calls = Arc::<Mutex<Vec<ToolCall>>>::default();
    let written = file.clone();
    let kept = Arc::clone(&calls);
    let client = Client::builder("editor", "1.0")
        .version(version)
        .on_permission(move |request: PermissionRequest| {
            assert!(!written.exists(), "it is asked for first");
            kept.lock().unwrap().extend(request.tool_call.clone());
            async move { Ok(if allows { request.allow() } else { request.reject() }) }
        })
        .connect(Stdio::spawn(AGENT).arg("acp").env("MODEL_URL", url))
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
            let refused = "the user did not allow the call to `write_file`";
            assert_eq!(told, if allows { "written" } else { refused }, "{version}");
        }
    }
}

/// Starts a model that edits a file as often as its prompt says, and then answers with a number.
async fn editing_model() -> (String, Asked) {
    let asked = Asked::default();
    let kept = Arc::clone(&asked);
    let complete = move |Json(request): Json<Value>| async move {
        let last = request["messages"]
            .as_array()
            .and_then(|messages| messages.last())
            .cloned()
            .unwrap_or_default();
        let prompt = last["content"].as_str().unwrap_or_default();
        let times = prompt.strip_prefix("Edit it ").and_then(|times| times.parse().ok());
        let is_prompt = last["role"] == "user";
        let mut asked = kept.lock().unwrap();
        asked.push(request);
        let calls: Vec<Value> = (1..=times.filter(|_| is_prompt).unwrap_or(0))
            .map(|number: usize| {
                let text = format!("{number}\n{}", "a line of this file\n".repeat(1024));
                let arguments = json!({ "path": "long.txt", "text": text }).to_string();
                let function = json!({ "name": "write_file", "arguments": arguments });
                json!({ "id": number.to_string(), "type": "function", "function": function })
            })
            .collect();
        let text = if calls.is_empty() { Some(format!("Answer {}.", asked.len())) } else { None };
        let message = json!({ "content": text, "tool_calls": calls });
        Json(json!({ "choices": [{ "message": message }], "usage": { "total_tokens": 7 } }))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let app =
        Router::new().route("/chat/completions", post(complete)).layer(DefaultBodyLimit::disable());
    tokio::spawn(async move { axum::serve(listener, app).await });
    (url, asked)
}

/// An editor whose person allows everything, with an agent that keeps its sessions.
async fn allowing(version: u16, url: &str, directory: &Path) -> Client {
    let agent = Stdio::spawn(AGENT).arg("acp").env("MODEL_URL", url);
    Client::builder("editor", "1.0")
        .version(version)
        .on_permission(|request: PermissionRequest| async move { Ok(request.allow()) })
        .connect(agent.env("SESSIONS", directory.join("sessions").display().to_string()))
        .await
        .unwrap()
}

/// What a person reads in a turn.
async fn shown(session: &Session, prompt: impl Into<PromptContent>) -> String {
    let mut turn = session.prompt(prompt).await.unwrap();
    let mut shown = String::new();
    while let Some(update) = turn.next().await {
        match update {
            Update::Notice(notice) => shown += &notice.title,
            Update::Message(chunk) => shown += chunk.content.as_text().unwrap_or_default(),
            _ => {}
        }
    }
    turn.finish().await.unwrap();
    shown
}

/// Gives prompts to an agent, the last one after it was started again; what the person was shown, and
/// the messages that the model was sent with each prompt.
async fn over_a_restart(
    version: u16,
    name: &str,
    prompts: [PromptContent; 3],
) -> (String, Vec<Vec<String>>) {
    let (url, asked) = editing_model().await;
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agent-{name}-{version}"));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    let [first, second, third] = prompts;
    let client = allowing(version, &url, &directory).await;
    let session = client.new_session(&directory).await.unwrap();
    let mut told = shown(&session, first).await;
    told += &shown(&session, second).await;
    let id = session.id().to_owned();
    drop(session);
    client.close().await;
    let client = allowing(version, &url, &directory).await;
    let session = client.resume_session(&id, &directory).await.unwrap();
    shown(&session, third).await;
    let asked = asked.lock().unwrap();
    let sent = asked
        .iter()
        .map(|request| request["messages"].as_array().unwrap())
        .filter(|messages| messages.last().unwrap()["role"] == "user");
    let texts = sent.map(|messages| {
        let texts = messages.iter().skip(1).map(|message| message["content"].as_str().unwrap());
        texts.map(str::to_owned).collect()
    });
    (told, texts.collect())
}

const LEFT_OUT: &str = "[Parts of this conversation are left out: it exceeds the size limit.]";

#[tokio::test]
async fn three_pictures_of_3_mb_leave_the_model_its_prompts() {
    for version in [1, 2] {
        let picture = ContentBlock::image("A".repeat(4_000_000), "image/png");
        let first = [vec![ContentBlock::text("Look at these.")], vec![picture; 3]].concat();
        let prompts = [first.into(), "And now?".into(), "And later?".into()];
        let (told, sent) = over_a_restart(version, "pictures", prompts).await;
        assert!(told.contains("Large parts of the prompt are kept only for this turn"), "{told}");
        let picture = |text: &&str| text.starts_with("[an image of 40000");
        for (sent, now) in sent.iter().zip([0, 2, 4]) {
            assert_eq!(sent.len(), now + 1, "{version}: {sent:?}");
            let (text, notes) = sent[0].split_once('\n').unwrap();
            assert_eq!((text, notes.lines().filter(picture).count()), ("Look at these.", 2));
        }
        assert_eq!(sent[2][1..], ["Answer 1.", "And now?", "Answer 2.", "And later?"]);
    }
}

#[tokio::test]
async fn fifty_edits_of_20_kib_twice_leave_the_model_its_prompts() {
    for version in [1, 2] {
        let prompts = ["Edit it 50", "Edit it 50", "And later?"].map(PromptContent::from);
        let (told, sent) = over_a_restart(version, "edits", prompts).await;
        let warning = "The oldest parts of this session's history are being discarded";
        assert_eq!(told.matches(warning).count(), 1, "{told}");
        assert_eq!(sent[0], ["Edit it 50"]);
        assert_eq!(sent[1], ["Edit it 50", "Answer 2.", "Edit it 50"]);
        let later = ["Edit it 50", "Answer 2.", "Edit it 50", "Answer 4.", "And later?"];
        assert_eq!((&*sent[2][0], &sent[2][1..]), (LEFT_OUT, &later.map(str::to_owned)[..]));
    }
}

#[tokio::test]
async fn without_a_model_it_says_what_is_missing() {
    let client =
        Client::builder("editor", "1.0").connect(Stdio::spawn(AGENT).arg("acp")).await.unwrap();
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
