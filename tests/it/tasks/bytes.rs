//! What callers pay in bytes for their tasks.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::store::{Directory, Memory, Store};
use mcp_runtime::{Server, Tasks};
use mcp_runtime_testing::Faulty;
use tokio::time::sleep;

use super::owners::User;
use super::talk::{ERAS, about};
use super::*;
use crate::authenticated::{by_header, mount};

const KIB: usize = 1024;

/// A caller may keep 256 KiB, and two of them nearly all.
fn bounded(store: impl Store) -> Server {
    let tasks = tasks().store(store).bytes_per_caller(256 * KIB).bytes_in_all(600 * KIB);
    jobs().0.tasks(tasks).build().unwrap()
}

async fn users(server: Server) -> [User; 2] {
    let client = mount(server.into_http(), by_header).await;
    [User::of(client, Some("greedy")).await, User::of(client, Some("other")).await]
}

fn holds(seconds: f64) -> Value {
    json!({ "seconds": seconds, "text": "x".repeat(20 * KIB) })
}

/// What a caller is told that keeps as much as it may.
#[track_caller]
fn assert_full(answer: &Value) {
    let error =
        json!({ "code": -32603, "message": "$string", "data": { "retryAfterMs": "$positive" } });
    assert_fits(answer, json!({ "error": error }));
    let text = answer["error"]["message"].as_str().unwrap();
    assert!(text.contains("bytes of tasks are kept") && text.contains("expire"), "{text}");
}

/// Begins tasks until there is no room for more.
async fn fill(user: &User, era: Era) -> Vec<String> {
    let mut ids = Vec::new();
    loop {
        match user.call(era, "hold", holds(1000.0)).await {
            Ok(id) => ids.push(id),
            Err(full) => {
                assert_full(&full);
                assert!(full["error"]["message"].as_str().unwrap().contains("262144"), "{full}");
                return ids;
            }
        }
    }
}

async fn completes(user: &User, era: Era) {
    let id = user.call(era, "hold", holds(0.01)).await.unwrap();
    assert_eq!(user.ended(era, &id).await["status"], "completed");
}

fn fresh(name: &str) -> Directory {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    Directory::open(path).unwrap()
}

#[tokio::test]
async fn one_caller_cannot_use_up_the_bytes_of_arguments_that_are_there_for_all() {
    for era in ERAS {
        let stores: [Box<dyn Fn() -> Server>; 2] = [
            Box::new(|| bounded(Memory::new())),
            Box::new(|| bounded(fresh("arguments-of-tasks"))),
        ];
        for store in stores {
            let [greedy, other] = users(store()).await;
            let ids = fill(&greedy, era).await;
            assert!((3..8).contains(&ids.len()), "{} tasks", ids.len());
            completes(&other, era).await;
            // What a task was called with is given back when it has ended.
            for id in &ids {
                greedy.request(era, "tasks/cancel", about(era, id)).await;
            }
            completes(&greedy, era).await;
        }
    }
}

#[tokio::test]
async fn a_result_for_which_its_caller_cannot_pay_fails_its_task_and_no_other() {
    for era in ERAS {
        let [greedy, other] = users(bounded(Memory::new())).await;
        let letters = json!({ "count": 100 * KIB });
        for status in ["completed", "completed", "failed"] {
            let id = greedy.call(era, "letters", letters.clone()).await.unwrap();
            let task = greedy.ended(era, &id).await;
            assert_eq!(task["status"], status, "{era:?}");
            if status == "failed" {
                let text = task["statusMessage"].as_str().unwrap();
                assert!(text.contains("262144 bytes of tasks are kept for one caller"), "{text}");
            }
        }
        let id = other.call(era, "letters", letters).await.unwrap();
        assert_eq!(other.ended(era, &id).await["status"], "completed");
    }
}

#[tokio::test]
async fn who_pays_is_known_after_a_restart() {
    for (era, name) in [(Era::Modern, "paid-modern"), (Era::Legacy, "paid-legacy")] {
        let [greedy, _] = users(bounded(fresh(name))).await;
        for _ in 0..2 {
            let id = greedy.call(era, "letters", json!({ "count": 100 * KIB })).await.unwrap();
            greedy.ended(era, &id).await;
        }
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let [greedy, other] = users(bounded(Directory::open(path).unwrap())).await;
        assert_full(&greedy.call(era, "hold", holds(0.01)).await.unwrap_err());
        completes(&other, era).await;
    }
}

#[tokio::test(start_paused = true)]
async fn what_callers_paid_is_given_back_when_tasks_expire() {
    for era in ERAS {
        let tasks = tasks().bytes_in_all(256 * KIB);
        let mut talk = Talk::pipes(&jobs().0.tasks(tasks).build().unwrap()).await;
        let mut begun = Vec::new();
        for _ in 0..3 {
            let mut count = 0;
            let full = loop {
                let answer = talk.call(era, "hold", holds(1000.0)).await;
                if answer.get("error").is_some() {
                    break answer;
                }
                count += 1;
            };
            assert_full(&full);
            assert!(full["error"]["message"].as_str().unwrap().contains("in total"), "{full}");
            begun.push(count);
            sleep(Duration::from_secs(3700)).await;
        }
        assert!(begun[0] > 2 && begun.iter().all(|count| *count == begun[0]), "{begun:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_for_which_there_is_no_room_is_refused_and_another_one_is_taken() {
    let server = jobs().0.tasks(tasks().bytes_in_all(64 * KIB)).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let id = talk.task(Era::Modern, "counted_question", json!({})).await;
    let asked = talk.until(Era::Modern, &id, "input_required").await;
    let key = asked["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
    let content = json!({ "sure": true, "more": "x".repeat(64 * KIB) });
    let long = json!({ key.as_str(): { "action": "accept", "content": content } });
    assert_full(&talk.update(&id, long).await);
    assert_eq!(talk.get(Era::Modern, &id).await["status"], "input_required");
    let short = json!({ key.as_str(): { "action": "accept", "content": { "sure": true } } });
    talk.update(&id, short).await;
    talk.until(Era::Modern, &id, "completed").await;
}

#[tokio::test(start_paused = true)]
async fn a_task_that_its_store_has_no_room_for_fails() {
    for era in ERAS {
        let tasks = tasks().store(Memory::new().max_bytes(64 * KIB));
        let mut talk = Talk::pipes(&jobs().0.tasks(tasks).build().unwrap()).await;
        let id = talk.task(era, "letters", json!({ "count": 100 * KIB })).await;
        let task = talk.until(era, &id, "failed").await;
        let text = task["statusMessage"].as_str().unwrap();
        assert!(text.contains("store refused it"), "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_whose_call_is_dropped_while_it_is_made_does_not_stay() {
    // Each of the operations that make it takes a second: two indexes, the record, reading that.
    for dropped_at in [2_500, 3_500] {
        let store = Arc::new(Faulty::new(Memory::new()));
        let tasks = Tasks::new().store(Arc::clone(&store)).lease(Duration::from_secs(5));
        let (server, counts) = jobs();
        let mut talk = Talk::pipes(&server.tasks(tasks).build().unwrap()).await;
        talk.request(Era::Legacy, "tasks/list", json!({})).await;
        store.delay(Duration::from_secs(1));
        let params = json!({ "name": "counted", "arguments": { "seconds": 1 }, "task": {} });
        let id = talk.start(Era::Legacy, "tools/call", params).await;
        sleep(Duration::from_millis(dropped_at)).await;
        let cancelled = mcp_test_support::peer::notification(
            "notifications/cancelled",
            json!({ "requestId": id }),
        );
        talk.pipe(Era::Legacy).send(cancelled).await;
        sleep(Duration::from_secs(2)).await;
        store.delay(Duration::ZERO);
        sleep(Duration::from_secs(20)).await;
        let listed = talk.request(Era::Legacy, "tasks/list", json!({})).await;
        for task in listed["result"]["tasks"].as_array().unwrap() {
            assert_eq!(task["status"], "failed", "{dropped_at}: {task}");
        }
        assert_eq!(counts.started(), 0);
    }
}
