//! What an earlier version has left in a store is there for this one: `tests/data/kept/store` was
//! written at b413539e by a server with the tools below, over HTTP, which was then killed. Nothing in
//! it expires before 2046.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcp_runtime::store::Directory;
use mcp_runtime::{Accepted, Context, Elicit, Result, Server, TaskContext, Tasks, server, tool};
use mcp_test_support::http::{Client, Request, serve};
use serde_json::{Value, json};

use super::directory::fresh;

/// The ids of the tasks of each client: one that asks, one that is done, and one that has failed.
const MODERN: [&str; 3] =
    ["ylb-tvveZE3TSgfEJX6-jw", "h0yVbMOqNdfeR_heXtoNSQ", "89XUoR1WBP7wPzjq3QCxwg"];
const LEGACY: [&str; 3] =
    ["-fql4XD8jduVCcMlslLs0A", "nPiXF8e2J1mHw-_hl7QVWg", "mQKx0F_6L_9aQit2cmmF0A"];

#[derive(Elicit)]
struct Sure {
    sure: bool,
}

/// Orders a book.
#[tool(task(resume))]
async fn order(
    title: String,
    elicit: Elicit,
    task: TaskContext,
    context: Context,
) -> Result<String> {
    task.set_status("ordering");
    // It was 42 when it was ordered.
    let number: u64 = context.once("order", async { 43 }).await?;
    let answer = elicit.form::<Sure>("Sure?").await?;
    Ok(format!("{title} is order {number}, {}", matches!(answer, Accepted(Sure { sure: true }))))
}

/// Is done at once.
#[tool(task)]
async fn soon(text: String) -> String {
    text
}

/// Fails.
#[tool(task)]
async fn fails() -> Result<String> {
    Err("it failed".into())
}

/// A copy of what was left, since it is changed.
fn left() -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/kept/store");
    let to = fresh();
    for folder in fs::read_dir(from).unwrap() {
        let folder = folder.unwrap();
        let to = to.join(folder.file_name());
        fs::create_dir_all(&to).unwrap();
        for file in fs::read_dir(folder.path()).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
    }
    to
}

fn with(store: &Path, key: u8) -> Server {
    let long = Duration::from_secs(20 * 365 * 24 * 3600);
    let server = server!()
        .store(Directory::open(store).unwrap())
        .state_keys([[key; 32]])
        .tasks(Tasks::new().ttl(long).max_ttl(long));
    server.tool::<order>().tool::<soon>().tool::<fails>().build().unwrap()
}

/// A server with what was left.
async fn again(key: u8) -> Client {
    serve(with(&left(), key).into_http()).await
}

/// About a task, as a client of 2026-07-28 asks.
async fn asked(client: Client, method: &str, mut params: Value) -> Value {
    let name = params["taskId"].as_str().unwrap().to_owned();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {
            "extensions": { "io.modelcontextprotocol/tasks": {} }, "elicitation": { "form": {} },
        },
    });
    client.send(Request::modern(method, params).with("Mcp-Name", &name)).await.answer().await
}

/// Looks at a task until it is no longer at work.
async fn settled(client: Client, id: &str) -> Value {
    loop {
        let task = asked(client, "tasks/get", json!({ "taskId": id })).await["result"].take();
        if task["status"] != "working" {
            return task;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn tasks_of_an_earlier_version_are_there_and_go_on() {
    let client = again(7).await;
    let [asking, done, failed] = MODERN;
    assert_eq!(settled(client, done).await["result"]["content"][0]["text"], "hello");
    assert_eq!(settled(client, failed).await["result"]["isError"], true);
    let task = settled(client, asking).await;
    assert_eq!(task["status"], "input_required", "{task}");
    let questions = task["inputRequests"].as_object().unwrap();
    let accepted = json!({ "action": "accept", "content": { "sure": true } });
    let answers: serde_json::Map<_, _> =
        questions.keys().map(|key| (key.clone(), accepted.clone())).collect();
    let update = json!({ "taskId": asking, "inputResponses": answers });
    let updated = asked(client, "tasks/update", update).await;
    assert!(updated.get("error").is_none(), "{updated}");
    let task = settled(client, asking).await;
    assert_eq!(task["result"]["content"][0]["text"], "Emma is order 42, true", "{task}");
}

#[tokio::test]
async fn tasks_of_a_session_are_there_in_the_next_one() {
    let session = again(7).await.initialize("2025-11-25").await;
    let [asking, done, failed] = LEGACY;
    let status = async |id: &str| {
        let task = session.request("tasks/get", json!({ "taskId": id })).await;
        task["result"]["status"].as_str().unwrap_or_else(|| panic!("{task}")).to_owned()
    };
    assert_eq!(status(done).await, "completed");
    assert_eq!(status(failed).await, "failed");
    assert!(["working", "input_required"].contains(&&*status(asking).await));
    let result = session.request("tasks/result", json!({ "taskId": done })).await;
    assert_eq!(result["result"]["content"][0]["text"], "hello", "{result}");
}

/// Who has another key reads nothing of it.
#[tokio::test]
async fn what_was_sealed_with_another_key_is_refused_with_a_message() {
    let client = again(8).await;
    for id in MODERN {
        let task = asked(client, "tasks/get", json!({ "taskId": id })).await;
        assert!(task["error"]["message"].is_string(), "{task}");
    }
}
