//! Calls whose server fails meanwhile.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::{Answer, Result};
use mcp_runtime_host::{CallOutcome, ClientsBuilder, ServerState};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::Roof;

/// What a model reads of a call that was lost.
const LOST: &str = "The call may have taken effect: check before you call it again.";

#[tokio::test(flavor = "multi_thread")]
async fn a_call_whose_server_dies_is_not_made_again() {
    let roof = Roof::start("dies", "").await;
    let began = Instant::now();
    let error = roof.call("die").await.unwrap_err();
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(error.outcome(), CallOutcome::Unknown);
    assert_eq!(error.server(), Some("faulty"));
    assert!(error.to_string().contains(LOST), "{error}");
    assert!(error.to_string().contains("`die`"), "{error}");
    // It is back soon, and the next call waits for that.
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    assert_eq!(roof.ran("die"), 1);
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_changes_nothing_is_made_once_more() {
    let roof = Roof::start("dies-once", "").await;
    assert_eq!(roof.call("die-once").await.unwrap(), "die-once");
    assert_eq!(roof.ran("die-once"), 2);
    assert_eq!(roof.count("starts"), 2);
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_after_the_server_was_killed_waits_until_it_is_back() {
    let roof = Roof::start("killed", "").await;
    for _ in 0..3 {
        roof.kill();
        let began = Instant::now();
        sleep(Duration::from_millis(50)).await;
        assert_eq!(roof.call("echo").await.unwrap(), "echo");
        assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    }
    assert_eq!((roof.ran("echo"), roof.count("starts")), (3, 4));
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_be_understood_is_started_again() {
    let roof = Roof::start("cut", "").await;
    let error = roof.call("half").await.unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::Unknown, "{error}");
    let error = roof.call("huge").await.unwrap_err();
    assert!(error.to_string().contains(LOST), "{error}");
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    assert_eq!(roof.count("starts"), 3);
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_closes_its_output_and_lives_on_is_replaced() {
    let roof = Roof::start("closes", "").await;
    let began = Instant::now();
    let error = roof.call("close").await.unwrap_err();
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(error.outcome(), CallOutcome::Unknown, "{error}");
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_leaves_its_output_to_a_silent_child_is_replaced() {
    let roof = Roof::start("orphan", "").await;
    let began = Instant::now();
    let error = roof.call("orphan").await.unwrap_err();
    assert!(error.to_string().contains(LOST), "{error}");
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_reading_is_replaced_once_calls_have_timed_out() {
    let roof = Roof::start("deaf", "").await;
    let deaf = roof.clients.call("faulty__deaf", ()).timeout(Duration::from_millis(300)).await;
    let error = deaf.unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::Unknown);
    assert!(error.to_string().contains("`deaf` took too long"), "{error}");
    roof.until(|state| matches!(state, ServerState::Lost { .. } | ServerState::Starting)).await;
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_called_says_why() {
    let roof = Roof::start("unknown", "").await;
    let error = roof.call("nothing").await.unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::Refused);
    assert_eq!(error.to_string(), "there is no tool faulty__nothing");
    assert!(roof.clients.enable("faulty", false));
    roof.until(|state| *state == ServerState::Disabled).await;
    // A snapshot of before.
    let error = roof.clients.read("faulty", "file:///x").await.unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::NotSent);
    assert_eq!(error.to_string(), "the server faulty is disabled");
    assert!(roof.clients.enable("faulty", true));
    roof.until(ServerState::is_ready).await;
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_answers_are_too_long_is_given_up() {
    let roof = Roof::start("too-long", "").await;
    for _ in 0..5 {
        let error = roof.call("huge").await.unwrap_err();
        assert!(error.to_string().contains("max_message_size"), "{error}");
    }
    let failed = roof.until(|state| matches!(state, ServerState::Failed { .. })).await.to_string();
    assert!(failed.contains("raise the client's `max_message_size`"), "{failed}");
    assert_eq!((roof.count("starts"), roof.ran("huge")), (5, 5));
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_ends_with_the_server_that_asks_it() {
    let dialog = Arc::new(());
    let open = Arc::downgrade(&dialog);
    let ask = move |builder: ClientsBuilder| {
        builder.each(move |_, client| {
            let dialog = Arc::clone(&dialog);
            client.on_elicit(move |_| {
                let dialog = Arc::clone(&dialog);
                async move {
                    let _open = dialog;
                    pending::<Result<Answer<Value>>>().await
                }
            })
        })
    };
    let roof = Roof::start_with("asks", "", ask).await;
    // Those that make dialogs: for each connection there is one, and one of the group.
    let closed = open.strong_count();
    let clients = roof.clients.clone();
    let call = tokio::spawn(clients.call("faulty__ask", ()).into_future());
    while open.strong_count() == closed {
        sleep(Duration::from_millis(5)).await;
    }
    roof.kill();
    let error = call.await.unwrap().unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::Unknown, "{error}");
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    assert_eq!(open.strong_count(), closed, "the dialog is still open");
    assert_eq!((roof.count("answers"), roof.ran("ask")), (0, 1));
    roof.end().await;
}
