//! How long tasks are kept.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::store::Memory;
use mcp_runtime_testing::Faulty;
use tokio::time::sleep;

use super::talk::{ERAS, about};
use super::*;

async fn assert_gone(talk: &mut Talk, id: &str) {
    let both = ["tasks/get", "tasks/cancel"].map(|method| (ERAS.to_vec(), method));
    let one = [(vec![Era::Modern], "tasks/update"), (vec![Era::Legacy], "tasks/result")];
    for (eras, method) in both.into_iter().chain(one) {
        for era in eras {
            let mut params = about(era, id);
            params["inputResponses"] = json!({});
            let gone = talk.request(era, method, params).await;
            assert_fits(&gone, json!({ "error": { "code": -32602, "message": "$string" } }));
        }
    }
    let listed = talk.request(Era::Legacy, "tasks/list", json!({})).await;
    assert_eq!(listed["result"]["tasks"], json!([]));
}

async fn of_one_second() -> (Talk, fixture::Counts) {
    let (server, counts) = jobs();
    let server = server.tasks(tasks().ttl(Duration::from_secs(1))).build().unwrap();
    (Talk::pipes(&server).await, counts)
}

/// Cases: T01.
#[tokio::test(start_paused = true)]
async fn a_finished_task_is_gone_when_its_time_is_over() {
    let (mut talk, _) = of_one_second().await;
    for era in ERAS {
        let id = talk.task(era, "slow_compute", json!({ "seconds": 0.5 })).await;
        talk.until(era, &id, "completed").await;
        sleep(Duration::from_secs(3)).await;
        assert_gone(&mut talk, &id).await;
    }
}

/// Cases: T02, T03.
#[tokio::test(start_paused = true)]
async fn the_work_of_a_task_ends_with_its_time() {
    let (mut talk, counts) = of_one_second().await;
    for (turn, era) in ERAS.into_iter().enumerate() {
        let id = talk.task(era, "counted", json!({ "seconds": 10 })).await;
        sleep(Duration::from_millis(990)).await;
        assert_eq!(talk.get(era, &id).await["status"], "working");
        assert_eq!((counts.started(), counts.dropped()), (turn + 1, turn));
        // Long before anybody cleans up.
        sleep(Duration::from_millis(11)).await;
        assert_gone(&mut talk, &id).await;
        assert_eq!(counts.dropped(), turn + 1);
    }
}

/// Those who listen are told so, as it cannot be asked for any more.
#[tokio::test(start_paused = true)]
async fn whoever_listens_hears_that_the_time_is_over() {
    let (mut talk, _) = of_one_second().await;
    let id = talk.task(Era::Modern, "counted", json!({ "seconds": 10 })).await;
    let params = json!({ "notifications": { "taskIds": [id] }, "_meta": meta("MODERN") });
    talk.start(Era::Modern, "subscriptions/listen", params).await;
    let told = talk.hear(Era::Modern, "notifications/tasks").await;
    assert_fits(&told["params"], json!({ "status": "failed", "error": { "code": -32603 } }));
}

/// Cases: T05.
#[tokio::test(start_paused = true)]
async fn the_clock_of_the_store_counts() {
    let store = Arc::new(Memory::new());
    let ttl = Duration::from_secs(3);
    // Its time is not that of the processes at all.
    let skewed = Faulty::new(store);
    skewed.clock_skew(5_000);
    let store = Arc::new(skewed);
    let one = jobs().0.tasks(tasks().ttl(ttl).store(Arc::clone(&store))).build().unwrap();
    let other = jobs().0.tasks(tasks().ttl(ttl).store(store)).build().unwrap();
    let mut talk = Talk::pipes(&one).await;
    let mut elsewhere = Talk::pipes(&other).await;
    let id = talk.task(Era::Modern, "counted", json!({ "seconds": 2 })).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(elsewhere.get(Era::Modern, &id).await["status"], "working");
    sleep(Duration::from_millis(1500)).await;
    assert_eq!(elsewhere.get(Era::Modern, &id).await["status"], "completed");
}

/// Cases: T06.
#[tokio::test(start_paused = true)]
async fn a_task_is_kept_for_longer_only_if_its_tool_says_so() {
    let server = jobs().0.tasks(tasks()).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let id = talk.task(Era::Modern, "patient", json!({})).await;
    assert_eq!(talk.get(Era::Modern, &id).await["ttlMs"], 20_000);
    sleep(Duration::from_secs(16)).await;
    let task = talk.get(Era::Modern, &id).await;
    assert_eq!(task["status"], "input_required");
    let ttl = task["ttlMs"].as_u64().unwrap();
    assert!((75_000..76_000).contains(&ttl), "{ttl}");
    sleep(Duration::from_secs(50)).await;
    let (key, _) = task["inputRequests"].as_object().unwrap().iter().next().unwrap();
    let sure = json!({ "action": "accept", "content": { "sure": true } });
    talk.update(&id, json!({ key.as_str(): sure })).await;
    // An answer does not keep it for longer.
    assert_eq!(talk.until(Era::Modern, &id, "completed").await["ttlMs"], ttl);
}
