//! `tasks/result`, which waits for the end of a legacy task.

use std::time::Duration;

use mcp_test_support::peer::notification;
use tokio::time::sleep;

use super::talk::about;
use super::*;

const LEGACY: Era = Era::Legacy;

/// Pipes to a server, and a task that runs for so many seconds.
async fn running(seconds: u64) -> (Talk, String) {
    let server = jobs().0.tasks(tasks()).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let id = talk.task(LEGACY, "counted", json!({ "seconds": seconds })).await;
    (talk, id)
}

/// Cases: R06.
#[tokio::test(start_paused = true)]
async fn whoever_waits_for_the_result_learns_that_the_task_was_cancelled() {
    let (mut talk, id) = running(100).await;
    let waits = talk.start(LEGACY, "tasks/result", about(LEGACY, &id)).await;
    let cancels = talk.start(LEGACY, "tasks/cancel", about(LEGACY, &id)).await;
    let cancelled = talk.answer(LEGACY, cancels).await;
    assert_fits(&cancelled, json!({ "result": { "status": "cancelled" } }));
    let heard = talk.heard.iter().position(|heard| heard["id"] == waits);
    let waited = match heard {
        Some(place) => talk.heard.remove(place),
        None => talk.answer(LEGACY, waits).await,
    };
    assert_fits(&waited, json!({ "error": { "code": -32603, "message": "$string" } }));
}

/// Cases: R07.
#[tokio::test(start_paused = true)]
async fn whoever_waits_for_the_result_learns_that_the_time_is_over() {
    let server = jobs().0.tasks(tasks()).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let params = json!({
        "name": "counted", "arguments": { "seconds": 100 }, "task": { "ttl": 1000 },
    });
    let made = talk.request(LEGACY, "tools/call", params).await;
    let id = made["result"]["task"]["taskId"].as_str().unwrap();
    let waited = talk.of_task(LEGACY, "tasks/result", id).await;
    assert_fits(&waited, json!({ "error": { "code": -32602, "message": "$string" } }));
}

/// Cases: R08.
#[tokio::test]
async fn a_dropped_wait_cancels_nothing() {
    let server = jobs().0.build().unwrap();
    let client = mcp_test_support::http::serve(server.into_http()).await;
    let session = client.initialize("2025-11-25").await;
    let params = json!({ "name": "slow_compute", "arguments": { "seconds": 0.3 }, "task": {} });
    let made = session.request("tools/call", params).await;
    let id = made["result"]["task"]["taskId"].as_str().unwrap().to_owned();
    // A wait that has begun: its stream, or its request, is dropped.
    let waits = session.start(5, "tasks/result", about(LEGACY, &id));
    assert!(tokio::time::timeout(Duration::from_millis(50), waits).await.is_err());
    let waited = session.request("tasks/result", about(LEGACY, &id)).await;
    assert_fits(&waited, json!({ "result": { "content": "$array" } }));
}

/// Cases: R09.
#[tokio::test(start_paused = true)]
async fn a_cancelled_wait_is_not_answered_and_the_task_goes_on() {
    let (mut talk, id) = running(5).await;
    let waits = talk.start(LEGACY, "tasks/result", about(LEGACY, &id)).await;
    let cancelled = notification("notifications/cancelled", json!({ "requestId": waits }));
    talk.pipe(LEGACY).send(cancelled).await;
    let task = talk.until(LEGACY, &id, "completed").await;
    assert_eq!(task["status"], "completed");
    sleep(Duration::from_secs(5)).await;
    talk.request(LEGACY, "ping", json!({})).await;
    assert!(talk.heard.iter().all(|heard| heard["id"] != waits), "{:?}", talk.heard);
}

/// Cases: R10.
#[tokio::test(start_paused = true)]
async fn all_who_wait_for_the_result_get_it() {
    let (mut talk, id) = running(5).await;
    let waits = [
        talk.start(LEGACY, "tasks/result", about(LEGACY, &id)).await,
        talk.start(LEGACY, "tasks/result", about(LEGACY, &id)).await,
    ];
    let mut answered = Vec::new();
    while answered.len() < 2 {
        let message = talk.pipe(LEGACY).receive().await;
        if message.get("result").is_some() {
            assert_eq!(message["result"]["content"][0]["text"], "counted");
            answered.push(message["id"].as_u64().unwrap());
        }
    }
    answered.sort_unstable();
    assert_eq!(answered, waits);
}

/// Cases: W03.
#[tokio::test(start_paused = true)]
async fn a_result_is_shaped_for_the_revision_of_its_reader() {
    let server = jobs().0.build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    for made_by in talk::ERAS {
        let id = talk.task(made_by, "report", json!({})).await;
        let modern = talk.until(Era::Modern, &id, "completed").await["result"].take();
        let legacy = talk.of_task(LEGACY, "tasks/result", &id).await["result"].take();
        for (result, era) in [(&modern, Era::Modern), (&legacy, LEGACY)] {
            assert_eq!(result["structuredContent"], json!({ "files": 3 }), "{era:?}");
        }
        let related = "io.modelcontextprotocol/related-task";
        assert_eq!(legacy["_meta"][related], json!({ "taskId": id }));
        assert!(modern["_meta"].get(related).is_none(), "{modern}");
        assert!(legacy.get("resultType").is_none(), "{legacy}");
    }
    // A list is wrapped on 2025-11-25 alone.
    let id = talk.task(LEGACY, "numbers", json!({})).await;
    let modern = talk.until(Era::Modern, &id, "completed").await["result"].take();
    let legacy = talk.of_task(LEGACY, "tasks/result", &id).await["result"].take();
    assert_eq!(modern["structuredContent"], json!([1, 2]));
    assert_eq!(legacy["structuredContent"], json!({ "result": [1, 2] }));
}
