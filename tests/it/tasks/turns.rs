//! Tasks of tools that limit how many of their calls run at the same time, or how often.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::store::{Memory, RateLimit};
use mcp_runtime::{Limits, Server, State, TaskContext, Tasks, server, tool};
use mcp_runtime_testing::Faulty;
use mcp_test_support::http::serve_until_stopped;
use tokio::time::{Instant, sleep};

use super::talk::{ERAS, about};
use super::*;
use crate::turns::RunCounts;

/// Works for a second, alone.
#[tool(task, concurrency = 1)]
async fn alone(running: State<RunCounts>) -> &'static str {
    let _run = running.begin();
    sleep(Duration::from_secs(1)).await;
    "worked"
}

/// Works for a second on a thread, alone.
#[tool(task, blocking, concurrency = 1)]
fn alone_on_a_thread(running: State<RunCounts>) -> &'static str {
    let _run = running.begin();
    std::thread::sleep(Duration::from_millis(5));
    "worked"
}

/// Begins as a call, and works for a second, alone.
#[tool(task(grace = "100ms"), concurrency = 1)]
async fn alone_in_time(running: State<RunCounts>) -> &'static str {
    let _run = running.begin();
    sleep(Duration::from_secs(1)).await;
    "worked"
}

/// Becomes a task by itself, and works for a second, alone.
#[tool(task(manual), concurrency = 1)]
async fn alone_by_itself(task: TaskContext, running: State<RunCounts>) -> &'static str {
    task.detach().await;
    let _run = running.begin();
    sleep(Duration::from_secs(1)).await;
    "worked"
}

fn server_of(running: &RunCounts) -> Server {
    let server = server!().state(running.clone()).tool::<alone>().tool::<alone_on_a_thread>();
    server.tool::<alone_in_time>().tool::<alone_by_itself>().build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn tasks_run_one_after_the_other_where_one_runs_at_a_time() {
    for era in ERAS {
        for tool in ["alone", "alone_on_a_thread", "alone_in_time"] {
            let running = RunCounts::default();
            let mut talk = Talk::pipes(&server_of(&running)).await;
            let begun = Instant::now();
            let mut ids = Vec::new();
            for _ in 0..20 {
                ids.push(talk.task(era, tool, json!({})).await);
            }
            for id in &ids {
                let done = talk.until(era, id, "completed").await;
                if era == Era::Modern {
                    assert_eq!(done["result"]["content"][0]["text"], "worked", "{done}");
                }
            }
            assert_eq!(running.most(), 1, "{tool} of {era:?}");
            let took = begun.elapsed().as_secs();
            assert!(tool.ends_with("thread") || (20..=21).contains(&took), "{tool}: {took} s");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_that_begins_by_itself_keeps_its_turn() {
    let running = RunCounts::default();
    let mut talk = Talk::pipes(&server_of(&running)).await;
    for _ in 0..5 {
        // Each waits for its turn before it can say that it is a task.
        let id = talk.task(Era::Modern, "alone_by_itself", json!({})).await;
        assert_eq!(id.len(), 22);
    }
    assert_eq!(running.most(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_cancelled_while_it_waits_for_its_turn_leaves_it_to_others() {
    let running = RunCounts::default();
    let mut talk = Talk::pipes(&server_of(&running)).await;
    let mut ids = Vec::new();
    for _ in 0..10 {
        ids.push(talk.task(Era::Modern, "alone", json!({})).await);
    }
    let last = ids.pop().unwrap();
    for id in &ids {
        talk.of_task(Era::Modern, "tasks/cancel", id).await;
    }
    let begun = Instant::now();
    talk.until(Era::Modern, &last, "completed").await;
    assert_eq!(begun.elapsed().as_secs(), 1);
    assert_eq!(running.most(), 1);
}

/// Runs until its process ends, and again after that.
#[tool(task(resume))]
async fn endless(running: State<RunCounts>) {
    let _run = running.begin();
    std::future::pending().await
}

/// It was counted when it was called.
#[tokio::test]
async fn a_task_that_another_process_runs_again_is_not_counted_again() {
    let store = Arc::new(Memory::new());
    let replica = |running: &RunCounts, most: u32| {
        // One that others share.
        let tasks =
            Tasks::new().store(Faulty::new(Arc::clone(&store))).lease(Duration::from_secs(3));
        let limit = RateLimit { burst: most, per_unit: Duration::from_secs(3600) };
        let server = server!().state(running.clone()).tasks(tasks).tool::<endless>();
        server.limits(Limits::new().tool_rate("*", limit)).build().unwrap().into_http()
    };
    let runs = async |running: &RunCounts| {
        while running.most() == 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    let first = RunCounts::default();
    let second = RunCounts::default();
    let (client, serving) = serve_until_stopped(replica(&first, 1)).await;
    let params = json!({ "name": "endless", "arguments": {}, "_meta": meta("MODERN") });
    let made = client.modern("tools/call", params).await.answer().await;
    let id = made["result"]["taskId"].as_str().unwrap().to_owned();
    runs(&first).await;
    serving.stop().await.unwrap().unwrap();
    let (client, _serving) = serve_until_stopped(replica(&second, 0)).await;
    tokio::select! {
        () = runs(&second) => {}
        status = async {
            loop {
                let params = about(Era::Modern, &id);
                let task = client.modern("tasks/get", params).await.answer().await;
                if is_terminal(&task["result"]["status"]) {
                    break task;
                }
                sleep(Duration::from_millis(20)).await;
            }
        } => panic!("{status}"),
    }
}
