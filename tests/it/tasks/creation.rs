//! When calls become tasks.

use std::time::Duration;

use mcp_runtime::store::Memory;
use mcp_runtime_testing::Faulty;
use std::sync::Arc;

use super::talk::ERAS;
use super::*;

/// Cases: C03.
#[tokio::test(start_paused = true)]
async fn what_is_done_within_its_grace_time_does_not_become_a_task() {
    let server = jobs().0.build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let at_once = talk.call(Era::Modern, "quick", json!({ "seconds": 0.5 })).await;
    assert_fits(&at_once, json!({ "result": { "resultType": "complete", "content": "$array" } }));
    let later = talk.call(Era::Modern, "quick", json!({ "seconds": 1.5 })).await;
    assert_fits(&later, json!({ "result": { "resultType": "task", "status": "working" } }));
    let id = later["result"]["taskId"].as_str().unwrap();
    let done = talk.until(Era::Modern, id, "completed").await;
    assert_eq!(done["result"]["content"][0]["text"], "quick");
    // Without such a time, also what is done at once is a task.
    let id = talk.task(Era::Modern, "slow_compute", json!({ "seconds": 0 })).await;
    talk.until(Era::Modern, &id, "completed").await;
}

/// It takes nothing else: neither what is done at once, nor a question before the task.
#[tokio::test(start_paused = true)]
async fn a_legacy_client_that_asks_for_a_task_gets_one_at_once() {
    let server = jobs().0.build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let id = talk.task(Era::Legacy, "quick", json!({ "seconds": 0 })).await;
    talk.until(Era::Legacy, &id, "completed").await;
    for (tool, questions, text) in [("asks_twice", 2, "true true"), ("confirmed", 1, "done")] {
        let id = talk.task(Era::Legacy, tool, json!({})).await;
        for _ in 0..questions {
            let asked = talk.hear(Era::Legacy, "elicitation/create").await;
            let related = &asked["params"]["_meta"]["io.modelcontextprotocol/related-task"];
            assert_eq!(*related, json!({ "taskId": id }));
            let fields = asked["params"]["requestedSchema"]["properties"].as_object().unwrap();
            let content: Value = fields.keys().map(|field| (field.clone(), json!(true))).collect();
            let result = json!({ "action": "accept", "content": content });
            let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result });
            talk.pipe(Era::Legacy).send(answer).await;
        }
        let done = talk.of_task(Era::Legacy, "tasks/result", &id).await;
        assert_eq!(done["result"]["content"][0]["text"], text, "{done}");
    }
}

/// Cases: C04.
#[tokio::test(start_paused = true)]
async fn every_call_is_a_task_of_its_own() {
    let server = jobs().0.build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    for era in ERAS {
        let one = talk.task(era, "slow_compute", json!({ "seconds": 1 })).await;
        let other = talk.task(era, "slow_compute", json!({ "seconds": 1 })).await;
        assert_ne!(one, other);
        assert_eq!((one.len(), other.len()), (22, 22));
    }
}

/// Cases: C16.
#[tokio::test(start_paused = true)]
async fn where_no_more_tasks_are_kept_a_call_is_done_as_a_call_or_refused() {
    let (server, counts) = jobs();
    let server = server.tasks(tasks().per_caller(2).in_all(2)).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(talk.task(Era::Modern, "counted", json!({ "seconds": 100 })).await);
    }
    let full = json!({ "error": { "code": -32603, "data": { "retryAfterMs": "$positive" } } });
    let inline = talk.call(Era::Modern, "counted", json!({ "seconds": 1 })).await;
    assert_fits(&inline, json!({ "result": { "resultType": "complete", "content": "$array" } }));
    assert_eq!(counts.started(), 3);
    for refused in [
        talk.call(Era::Modern, "counted_required", json!({ "seconds": 1 })).await,
        // It has asked for a task, and takes nothing else.
        talk.call(Era::Legacy, "counted", json!({ "seconds": 1 })).await,
        talk.call(Era::Legacy, "counted_required", json!({ "seconds": 1 })).await,
    ] {
        assert_fits(&refused, full.clone());
    }
    assert_eq!(counts.started(), 3, "what is refused is not begun");
    // Finished tasks are kept, too; those that are not kept any more make room.
    talk.of_task(Era::Modern, "tasks/cancel", &ids[0]).await;
    let refused = talk.call(Era::Legacy, "counted", json!({ "seconds": 1 })).await;
    assert_fits(&refused, full);
    tokio::time::sleep(Duration::from_secs(3700)).await;
    talk.task(Era::Legacy, "counted", json!({ "seconds": 1 })).await;
}

/// Cases: C17.
#[tokio::test(start_paused = true)]
async fn while_the_store_is_down_no_call_begins() {
    let store = Arc::new(Faulty::new(Memory::new()));
    let (server, counts) = jobs();
    let server = server.tasks(tasks().store(Arc::clone(&store))).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let known = talk.task(Era::Legacy, "slow_compute", json!({ "seconds": 1 })).await;
    store.down(true);
    let down = json!({ "error": { "code": -32603, "data": { "retryAfterMs": "$positive" } } });
    for era in ERAS {
        let refused = talk.call(era, "counted", json!({ "seconds": 1 })).await;
        assert_fits(&refused, down.clone());
        assert!(!refused.to_string().contains("faulty"), "{refused}");
        // Not that it is unknown, which hosts take for its end.
        assert_fits(&talk.of_task(era, "tasks/get", &known).await, down.clone());
    }
    assert_eq!(counts.started(), 0);
    store.down(false);
    talk.until(Era::Legacy, &known, "completed").await;
}

/// What a task returns has the limit of its tool.
#[tokio::test(start_paused = true)]
async fn a_task_whose_result_is_too_large_says_so() {
    /// Repeats a letter.
    #[mcp_runtime::tool(max_result = "1 KB", task)]
    async fn repeat(count: usize) -> String {
        "x".repeat(count)
    }
    let server = mcp_runtime::server!().tasks(tasks()).tool::<repeat>().build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let id = talk.task(Era::Modern, "repeat", json!({ "count": 2000 })).await;
    let done = talk.until(Era::Modern, &id, "completed").await;
    assert_eq!(done["result"]["isError"], true);
    let text = done["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.ends_with("and the limit is 1000"), "{text}");
}
