//! On which stream of HTTP a legacy task asks: each message on one.

use std::time::Duration;

use mcp_test_support::http::{Session, serve};
use tokio::time::sleep;

use super::talk::{able, about};
use super::*;

async fn open() -> Session {
    let client = serve(jobs().0.build().unwrap().into_http()).await;
    client.initialize_with("2025-11-25", &able()).await
}

async fn ask(session: &Session) -> String {
    let params = json!({ "name": "confirm_delete", "arguments": { "filename": "a" }, "task": {} });
    let made = session.request("tools/call", params).await;
    made["result"]["task"]["taskId"].as_str().unwrap().to_owned()
}

async fn until_asked(session: &Session, id: &str) {
    while session.request("tasks/get", about(Era::Legacy, id)).await["result"]["status"]
        != "input_required"
    {
        sleep(Duration::from_millis(5)).await;
    }
}

async fn agree(session: &Session, asked: &Value) {
    let result = json!({ "action": "accept", "content": { "confirm": true } });
    let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result });
    assert_eq!(session.client.send(session.post(answer)).await.status, 202);
}

/// The next message of a stream of this method; statuses may come before.
async fn next(stream: &mut mcp_test_support::http::Response, method: &str) -> Value {
    loop {
        let message = stream.message().await.unwrap();
        if message["method"] == method {
            return message;
        }
        assert_eq!(message["method"], "notifications/tasks/status", "{message}");
    }
}

const ASK: &str = "elicitation/create";

/// Cases: I21.
#[tokio::test]
async fn a_task_asks_on_the_stream_that_waits_for_its_result() {
    let session = open().await;
    let mut listening = session.listen().await;
    let params = json!({ "name": "waits_and_asks", "arguments": {}, "task": {} });
    let made = session.request("tools/call", params).await;
    let id = made["result"]["task"]["taskId"].as_str().unwrap().to_owned();
    let mut waiting = session.start(5, "tasks/result", about(Era::Legacy, &id)).await;
    let asked = next(&mut waiting, ASK).await;
    let related = &asked["params"]["_meta"]["io.modelcontextprotocol/related-task"];
    assert_eq!(*related, json!({ "taskId": id }));
    let result = json!({ "action": "accept", "content": { "sure": true } });
    let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result });
    assert_eq!(session.client.send(session.post(answer)).await.status, 202);
    let rest = waiting.rest().await;
    assert_eq!(rest.last().unwrap()["result"]["content"][0]["text"], "asked", "{rest:?}");
    assert!(rest.iter().all(|message| message["method"] != ASK), "{rest:?}");
    // Nothing of it was said there.
    session.client.send(session.delete()).await;
    let heard = listening.rest().await;
    assert!(heard.iter().all(|message| message["method"] != ASK), "{heard:?}");
}

/// Cases: I22.
#[tokio::test]
async fn a_task_whose_result_nobody_waits_for_asks_on_the_stream_of_the_session() {
    let session = open().await;
    let mut listening = session.listen().await;
    let id = ask(&session).await;
    let asked = next(&mut listening, ASK).await;
    agree(&session, &asked).await;
    let done = session.request("tasks/result", about(Era::Legacy, &id)).await;
    assert_eq!(done["result"]["content"][0]["text"], "a is deleted");
}

/// Cases: I23.
#[tokio::test]
async fn what_nobody_hears_is_asked_when_somebody_waits_for_the_result() {
    let session = open().await;
    let id = ask(&session).await;
    until_asked(&session, &id).await;
    let mut waiting = session.start(5, "tasks/result", about(Era::Legacy, &id)).await;
    let asked = next(&mut waiting, ASK).await;
    agree(&session, &asked).await;
    let rest = waiting.rest().await;
    let done = rest.last().unwrap();
    assert_eq!(done["result"]["content"][0]["text"], "a is deleted", "{rest:?}");
}
