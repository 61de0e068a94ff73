//! `tasks/cancel`.

use std::time::Duration;

use mcp_test_support::http::{Client, Request, serve};
use mcp_test_support::peer::notification;
use tokio::time::sleep;

use super::talk::{ERAS, about};
use super::*;

/// The case has 10,000 turns; here it is a fifth of that.
///
/// Cases: X06.
#[tokio::test(start_paused = true)]
async fn of_a_cancel_and_an_end_at_the_same_time_one_counts() {
    let server = jobs().0.tasks(tasks().per_caller(3_000).in_all(3_000)).build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    let mut completed = 0;
    let mut cancelled = 0;
    for turn in 0..2_000 {
        let seconds = json!({ "seconds": 0.001 });
        let id = talk.task(Era::Modern, "slow_compute", seconds).await;
        sleep(Duration::from_micros(turn % 2000)).await;
        talk.of_task(Era::Modern, "tasks/cancel", &id).await;
        let first = talk.get(Era::Modern, &id).await;
        match first["status"].as_str().unwrap() {
            "completed" => completed += 1,
            "cancelled" => cancelled += 1,
            other => panic!("{other} is not an end"),
        }
        let is_completed = first["status"] == "completed";
        assert_eq!(first.get("result").is_some(), is_completed, "{first}");
        if turn % 10 == 0 {
            sleep(Duration::from_millis(2)).await;
            assert_eq!(talk.get(Era::Modern, &id).await, first);
        }
    }
    assert!(completed > 0 && cancelled > 0, "{completed} completed, {cancelled} cancelled");
}

/// Cases: X07.
#[tokio::test(start_paused = true)]
async fn to_cancel_the_call_that_made_a_task_changes_nothing() {
    let server = jobs().0.build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    for era in ERAS {
        let mut params = json!({ "name": "slow_compute", "arguments": { "seconds": 1 } });
        match era {
            Era::Modern => params["_meta"] = meta("MODERN"),
            Era::Legacy => params["task"] = json!({}),
        }
        let call = talk.start(era, "tools/call", params).await;
        let made = talk.answer(era, call).await["result"].take();
        let id = made["taskId"].as_str().or(made["task"]["taskId"].as_str()).unwrap();
        let cancelled = notification("notifications/cancelled", json!({ "requestId": call }));
        talk.pipe(era).send(cancelled).await;
        talk.until(era, id, "completed").await;
    }
}

async fn is(client: Client, id: &str, status: &str) {
    loop {
        let request = Request::modern("tasks/get", about(Era::Modern, id));
        let task = client.send(request).await.answer().await["result"].take();
        if task["status"] == status {
            return;
        }
        assert!(!is_terminal(&task["status"]), "{task} is not {status}");
        sleep(Duration::from_millis(10)).await;
    }
}

/// Cases: X08.
#[tokio::test]
async fn a_task_outlives_the_connection_of_its_call() {
    let server = jobs().0.build().unwrap();
    let client = serve(server.into_http()).await;
    let mut params = json!({ "name": "slow_compute", "arguments": { "seconds": 0.2 } });
    params["_meta"] = meta("MODERN");
    let response = client.send(Request::modern("tools/call", params)).await;
    // To read it is to close it.
    let made = response.answer().await["result"].take();
    is(client, made["taskId"].as_str().unwrap(), "completed").await;
}

/// Cases: X09.
#[tokio::test]
async fn work_that_does_not_give_way_is_thrown_away() {
    let server = jobs().0.build().unwrap();
    let mut talk = Talk::pipes(&server).await;
    for era in ERAS {
        let id = talk.task(era, "stubborn", json!({ "millis": 100 })).await;
        sleep(Duration::from_millis(20)).await;
        talk.of_task(era, "tasks/cancel", &id).await;
        // It may be `working` still on 2026-07-28; here it is not.
        assert_eq!(talk.get(era, &id).await["status"], "cancelled");
        sleep(Duration::from_millis(150)).await;
        let task = talk.get(era, &id).await;
        assert_eq!((&task["status"], task.get("result")), (&json!("cancelled"), None));
    }
}

/// Cases: X10.
#[tokio::test(start_paused = true)]
async fn to_cancel_a_task_that_asks_drops_its_handler_and_its_question() {
    let (server, counts) = jobs();
    let mut talk = Talk::pipes(&server.build().unwrap()).await;
    for (turn, era) in ERAS.into_iter().enumerate() {
        let id = talk.task(era, "counted_question", json!({})).await;
        talk.until(era, &id, "input_required").await;
        assert_eq!(counts.dropped(), turn);
        talk.of_task(era, "tasks/cancel", &id).await;
        let task = talk.get(era, &id).await;
        assert_eq!((&task["status"], task.get("inputRequests")), (&json!("cancelled"), None));
        sleep(Duration::from_millis(1)).await;
        assert_eq!(counts.dropped(), turn + 1);
    }
}
