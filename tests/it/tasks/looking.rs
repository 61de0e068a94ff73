//! `tasks/get`.

use super::talk::about;
use super::*;

/// Cases: G09, G10.
#[tokio::test(start_paused = true)]
async fn looking_often_is_answered_and_changes_nothing() {
    let server = jobs().0.build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    for era in talk::ERAS {
        let id = talk.task(era, "never_done", json!({})).await;
        let mut first = talk.until(era, &id, "working").await;
        first["_meta"].take();
        for _ in 0..20 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            let mut task = talk.get(era, &id).await;
            assert_eq!(task["lastUpdatedAt"], first["lastUpdatedAt"]);
            task["_meta"].take();
            assert_eq!(task, first);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_an_id_is_not_looked_up() {
    let store =
        std::sync::Arc::new(mcp_runtime_testing::Faulty::new(mcp_runtime::store::Memory::new()));
    let server = jobs().0.tasks(tasks().store(std::sync::Arc::clone(&store))).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let long = "x".repeat(1024 * 1024);
    for era in talk::ERAS {
        for id in ["", "nope", &long, "aaaaaaaaaaaaaaaaaaaaa/"] {
            let refused = talk.request(era, "tasks/get", about(era, id)).await;
            assert_fits(&refused, json!({ "error": { "code": -32602, "message": "$string" } }));
            assert!(refused.to_string().len() < 1000, "the id is not said again at length");
        }
    }
    assert_eq!(store.operations_of("get"), 0);
}

/// The official package for TypeScript holds it against the schema, which requires `resultType`.
#[tokio::test(start_paused = true)]
async fn the_result_in_a_task_is_a_whole_result() {
    let server = jobs().0.build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let era = Era::Modern;
    let id = talk.task(era, "slow_compute", json!({ "seconds": 1 })).await;
    let done = talk.until(era, &id, "completed").await;
    assert_eq!(done["result"]["resultType"], "complete");
    assert_eq!(done["result"]["content"][0]["text"], "computed ");
}
