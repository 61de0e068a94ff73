//! What is told of tasks unasked.

use std::time::Duration;

use mcp_runtime::{Progress, server, tool};
use tokio::time::sleep;

use super::*;

const MODERN: Era = Era::Modern;
const LEGACY: Era = Era::Legacy;
const RELATED: &str = "io.modelcontextprotocol/related-task";

async fn pipes() -> Talk {
    Talk::pipes(&jobs().0.build().unwrap()).await
}

async fn listen(talk: &mut Talk, ids: &[&str], extension: &str) -> u64 {
    let params = json!({ "notifications": { "taskIds": ids }, "_meta": meta(extension) });
    talk.start(MODERN, "subscriptions/listen", params).await
}

/// Cases: S01, S02.
#[tokio::test(start_paused = true)]
async fn a_legacy_session_hears_of_status_and_progress_until_the_end() {
    let mut talk = pipes().await;
    let params = json!({
        "name": "slow_steps", "arguments": {}, "task": {}, "_meta": { "progressToken": "p" },
    });
    let made = talk.request(LEGACY, "tools/call", params).await;
    let id = made["result"]["task"]["taskId"].as_str().unwrap().to_owned();
    assert_eq!(made["result"]["_meta"][RELATED], json!({ "taskId": id }));
    talk.of_task(LEGACY, "tasks/result", &id).await;
    sleep(Duration::from_secs(1)).await;
    talk.request(LEGACY, "ping", json!({})).await;
    let mut progress = Vec::new();
    let mut statuses = Vec::new();
    for heard in &talk.heard {
        let params = &heard["params"];
        match heard["method"].as_str().unwrap() {
            "notifications/progress" => {
                assert_eq!(params["progressToken"], "p");
                assert_eq!(params["_meta"][RELATED], json!({ "taskId": id }));
                progress.push(params["progress"].as_f64().unwrap());
            }
            "notifications/tasks/status" => {
                assert_eq!(params["taskId"], id.as_str());
                assert!(params["_meta"].get(RELATED).is_none());
                statuses.push((params["status"].clone(), params["statusMessage"].clone()));
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(progress, [1.0, 2.0, 3.0]);
    assert_eq!(statuses.last().unwrap().0, "completed");
    assert!(statuses.iter().any(|(_, message)| message == "step 2"), "{statuses:?}");
}

/// Cases: S03.
#[tokio::test(start_paused = true)]
async fn progress_of_a_modern_task_is_its_status_message() {
    let mut talk = pipes().await;
    let mut params = json!({ "name": "slow_steps", "arguments": {}, "_meta": meta("MODERN") });
    params["_meta"]["progressToken"] = "p".into();
    let made = talk.request(MODERN, "tools/call", params).await;
    let id = made["result"]["taskId"].as_str().unwrap().to_owned();
    sleep(Duration::from_secs(3)).await;
    let task = talk.get(MODERN, &id).await;
    assert_eq!((&task["status"], &task["statusMessage"]), (&json!("working"), &json!("step 2")));
    talk.until(MODERN, &id, "completed").await;
    assert_eq!(talk.heard, Vec::<Value>::new());
}

/// Reports three steps at once, and is done.
#[tool(task)]
async fn hurry(progress: Progress) -> &'static str {
    for step in 1..=3 {
        progress.report_of(step, 3, format!("step {step}")).await;
    }
    sleep(Duration::from_millis(10)).await;
    "hurried"
}

#[tokio::test(start_paused = true)]
async fn the_last_status_message_is_the_last_report() {
    let mut talk = Talk::pipes(&server!().tool::<hurry>().build().unwrap()).await;
    let params = json!({ "name": "hurry", "arguments": {}, "_meta": meta("MODERN") });
    let made = talk.request(MODERN, "tools/call", params).await;
    let id = made["result"]["taskId"].as_str().unwrap().to_owned();
    talk.until(MODERN, &id, "completed").await;
    assert_eq!(talk.get(MODERN, &id).await["statusMessage"], "step 3");
}

/// Cases: S04.
#[tokio::test(start_paused = true)]
async fn whoever_listens_hears_of_every_change_as_if_it_had_asked() {
    let mut talk = pipes().await;
    let id = talk.task(MODERN, "confirm_delete", json!({ "filename": "a" })).await;
    talk.until(MODERN, &id, "input_required").await;
    let listens = listen(&mut talk, &[&id, "aaaaaaaaaaaaaaaaaaaaaa", "nope"], "MODERN").await;
    let agreed = talk.hear(MODERN, "notifications/subscriptions/acknowledged").await;
    assert_eq!(agreed["params"]["notifications"], json!({ "taskIds": [id] }));
    let task = talk.get(MODERN, &id).await;
    let (key, _) = task["inputRequests"].as_object().unwrap().iter().next().unwrap();
    let answer = json!({ "action": "accept", "content": { "confirm": true } });
    talk.update(&id, json!({ key.as_str(): answer })).await;
    let mut last = json!({});
    while last["status"] != "completed" {
        last = talk.hear(MODERN, "notifications/tasks").await["params"].take();
        assert_eq!(last["_meta"]["io.modelcontextprotocol/subscriptionId"], listens);
    }
    let mut asked = talk.get(MODERN, &id).await;
    for task in [&mut last, &mut asked] {
        let members = task.as_object_mut().unwrap();
        members.remove("_meta");
        members.remove("resultType");
    }
    assert_eq!(last, asked);
}

/// Cases: S05.
#[tokio::test(start_paused = true)]
async fn to_listen_to_tasks_is_part_of_the_extension() {
    let mut talk = pipes().await;
    let listens = listen(&mut talk, &["aaaaaaaaaaaaaaaaaaaaaa"], "NOEXT").await;
    let refused = talk.answer(MODERN, listens).await;
    let lacking = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
    let data = json!({ "requiredCapabilities": lacking });
    assert_fits(&refused, json!({ "error": { "code": -32021, "data": data } }));
}

/// Cases: S06.
#[tokio::test(start_paused = true)]
async fn whoever_listens_too_late_hears_of_the_end_once() {
    let mut talk = pipes().await;
    let id = talk.task(MODERN, "slow_compute", json!({ "seconds": 0 })).await;
    talk.until(MODERN, &id, "completed").await;
    listen(&mut talk, &[&id], "MODERN").await;
    let agreed = talk.hear(MODERN, "notifications/subscriptions/acknowledged").await;
    assert_eq!(agreed["params"]["notifications"], json!({ "taskIds": [id] }));
    let told = talk.hear(MODERN, "notifications/tasks").await;
    assert_fits(&told["params"], json!({ "status": "completed", "result": "$object" }));
    sleep(Duration::from_secs(5)).await;
    talk.get(MODERN, &id).await;
    assert_eq!(talk.heard, Vec::<Value>::new());
}

/// Cases: S07.
#[tokio::test(start_paused = true)]
async fn log_messages_of_a_legacy_task_name_it_and_those_of_a_modern_one_are_dropped() {
    let mut talk = pipes().await;
    let mut params = json!({ "name": "chatty", "arguments": {}, "_meta": meta("MODERN") });
    params["_meta"]["io.modelcontextprotocol/logLevel"] = "debug".into();
    let made = talk.request(MODERN, "tools/call", params).await;
    let id = made["result"]["taskId"].as_str().unwrap().to_owned();
    talk.until(MODERN, &id, "completed").await;
    assert_eq!(talk.heard, Vec::<Value>::new());

    let id = talk.task(LEGACY, "chatty", json!({})).await;
    let logged = talk.hear(LEGACY, "notifications/message").await;
    assert_eq!(logged["params"]["data"], "something happened");
    assert_eq!(logged["params"]["_meta"][RELATED], json!({ "taskId": id }));
}
