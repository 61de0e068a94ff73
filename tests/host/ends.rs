//! What is left when a group ends.

use std::time::Duration;

use mcp_runtime_host::CallOutcome;
use tokio::time::{Instant, sleep};

use crate::Roof;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ignores_the_end_of_its_input_is_ended() {
    let roof = Roof::start("stays", "stays").await;
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_has_started_ends_with_it() {
    let roof = Roof::start("leaves-child", "leaves-child").await;
    assert_eq!(roof.count("children"), 1);
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_calls_have_two_seconds_and_there_are_no_new_ones() {
    let mut roof = Roof::start("running", "").await;
    let clients = roof.clients.clone();
    let call = tokio::spawn(clients.call("faulty__hang", ()).into_future());
    while roof.ran("hang") == 0 {
        sleep(Duration::from_millis(5)).await;
    }
    roof.stop_calls().await;
    let began = Instant::now();
    let clients = roof.clients.clone();
    let late = roof.clients.clone();
    let closing = tokio::spawn(clients.close());
    sleep(Duration::from_millis(200)).await;
    let error = late.call("faulty__echo", ()).await.unwrap_err();
    assert_eq!(error.to_string(), "the server faulty is closed");
    let error = call.await.unwrap().unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::Unknown, "{error}");
    assert!(began.elapsed() >= Duration::from_secs(2), "{error}");
    closing.await.unwrap();
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_calls_leave_nothing_behind() {
    let roof = Roof::start("many", "").await;
    for _ in 0..10_000 {
        roof.call("echo").await.unwrap();
    }
    assert_eq!((roof.count("starts"), roof.ran("echo")), (1, 10_000));
    roof.end().await;
}
