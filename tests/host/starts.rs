//! Servers that do not start.

use std::path::Path;
use std::time::Duration;

use mcp_runtime_host::client::Stdio;
use mcp_runtime_host::{Clients, ServerState};
use tokio::time::Instant;

use crate::Roof;

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_exits_at_once_fails_with_what_it_said() {
    let roof = Roof::start("exits", "exits").await;
    let failed = roof.until(|state| matches!(state, ServerState::Failed { .. })).await.to_string();
    assert!(failed.starts_with("has failed: the program "), "{failed}");
    assert!(failed.contains("(exit status: 3): API_KEY is not set"), "{failed}");
    // Each time twice, since a program may exit because it is asked for its revisions; once if it has ended before that.
    assert!((5..=10).contains(&roof.count("starts")), "{}", roof.count("starts"));
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_dies_again_and_again_is_given_up_until_it_is_called() {
    let roof = Roof::start("exits-later", "exits-later").await;
    roof.until(|state| matches!(state, ServerState::Failed { .. })).await;
    assert_eq!(roof.count("starts"), 5);
    assert!(roof.clients.tools().iter().all(|tool| tool.server != "faulty"));
    assert!(roof.clients.reconnect("faulty"));
    roof.until(|_| roof.count("starts") == 6).await;
    roof.until(|state| matches!(state, ServerState::Failed { .. })).await;
    assert_eq!(roof.count("starts"), 6);
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_not_there_fails_at_once() {
    let not_executable = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let clients = Clients::builder("agent", "1.0")
        .server("missing", || Stdio::spawn("no-such-program"))
        .server("text", move || Stdio::spawn(&not_executable))
        .connect()
        .await
        .unwrap();
    for (status, name) in clients.status().iter().zip(["no-such-program", "Cargo.toml"]) {
        let ServerState::Failed { why } = &status.state else { panic!("{status:?}") };
        assert!(why.starts_with("cannot start \"") && why.contains(name), "{why}");
    }
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_does_not_wait_for_a_server_that_hangs() {
    for at_start in ["hangs", "hangs-at-list"] {
        let began = Instant::now();
        let limits = |builder: mcp_runtime_host::ClientsBuilder| {
            builder.wait(Duration::from_secs(1)).startup(Duration::from_secs(3))
        };
        let roof = Roof::start_with(at_start, at_start, limits).await;
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        assert_eq!(roof.status().state, ServerState::Starting);
        let lost = roof.until(|state| matches!(state, ServerState::Lost { .. })).await.to_string();
        assert!(lost.contains("it was not ready after 3s"), "{lost}");
        roof.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hung_once_joins_later() {
    let limits = |builder: mcp_runtime_host::ClientsBuilder| {
        builder.wait(Duration::from_millis(300)).startup(Duration::from_secs(2))
    };
    let roof = Roof::start_with("hangs-once", "hangs-once", limits).await;
    assert!(roof.clients.tools().get("faulty__echo").is_none());
    roof.until(ServerState::is_ready).await;
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_fails_without_what_is_required() {
    let built = Clients::builder("agent", "1.0")
        .server("missing", || Stdio::spawn("no-such-program"))
        .server("gone", || Stdio::spawn("false"))
        .required("missing")
        .required("gone")
        .required("unknown")
        .connect()
        .await;
    let error = built.unwrap_err().to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 3, "{error}");
    assert!(lines[0].starts_with("the server missing has failed: cannot start"), "{error}");
    assert!(lines[1].starts_with("the server gone is restarting"), "{error}");
    assert_eq!(lines[2], "there is no server unknown");
}

#[tokio::test(flavor = "multi_thread")]
async fn text_among_the_messages_is_ignored() {
    let roof = Roof::start("talks", "talks").await;
    for _ in 0..3 {
        assert_eq!(roof.call("echo").await.unwrap(), "echo");
    }
    assert_eq!(roof.count("starts"), 1);
    roof.end().await;
}
