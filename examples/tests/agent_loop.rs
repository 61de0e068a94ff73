//! `agent_loop`, with a scripted model.

use std::collections::VecDeque;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::{env, fs};

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio::process::Command;

/// What the model says in each turn, and what it was asked.
type Script = Arc<Mutex<(VecDeque<Value>, Vec<Value>)>>;

async fn reply(State(script): State<Script>, Json(request): Json<Value>) -> Json<Value> {
    let mut script = script.lock().unwrap();
    script.1.push(request);
    Json(json!({ "content": script.0.pop_front().unwrap() }))
}

#[tokio::test]
async fn a_model_calls_tools_until_it_has_an_answer() {
    let call = |id: &str, name: &str| json!({ "type": "tool_use", "id": id, "name": name, "input": { "a": 1, "b": 2 } });
    let turns = [
        json!([{ "type": "text", "text": "Let me add." }, call("t1", "one__add"), call("t2", "one__subtract")]),
        json!([{ "type": "text", "text": "It is 3." }]),
    ];
    let script = Script::new(Mutex::new((turns.into(), Vec::new())));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1/messages", listener.local_addr().unwrap());
    let router = Router::new().route("/v1/messages", post(reply)).with_state(Arc::clone(&script));
    tokio::spawn(async move { axum::serve(listener, router).await });

    let file = env::temp_dir().join(format!("agent-loop-{}.json", std::process::id()));
    let servers = json!({ "mcpServers": { "one": { "command": env!("CARGO_BIN_EXE_hello") } } });
    fs::write(&file, servers.to_string()).unwrap();
    let mut agent = Command::new(env!("CARGO_BIN_EXE_agent_loop"))
        .arg(&file)
        .arg("What is 1 + 2?")
        .envs([("MODEL_URL", url.as_str()), ("MODEL_NAME", "scripted"), ("MODEL_KEY", "key")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    agent.stdin.take().unwrap().write_all(b"y\n").await.unwrap();
    let output = agent.wait_with_output().await.unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let asked = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "Let me add.\nIt is 3.\n", "{asked}");
    assert!(asked.contains("add of one with {\"a\":1,\"b\":2}? [y/N]"), "{asked}");
    let (_, requests) = &*script.lock().unwrap();
    assert_eq!(requests[0]["tools"][0]["name"], "one__add");
    let results = &requests[1]["messages"][2]["content"];
    assert_eq!(results[0]["content"][0]["text"], "3");
    assert_eq!(results[1]["is_error"], true);
    fs::remove_file(file).unwrap();
}
