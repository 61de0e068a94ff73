//! Servers that are held to their locks.

use std::fs;
use std::path::{Path, PathBuf};

use mcp_runtime_host::{ClientsBuilder, ServerState};

use crate::Roof;

/// Locks of the servers, as they are at their first start.
async fn locks(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("host-locks-{test}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let roof = Roof::start(&format!("{test}-before"), "").await;
    for (server, written) in roof.clients.write_locks(&folder).await {
        assert_eq!(written.unwrap(), folder.join(format!("{server}.lock")));
    }
    roof.end().await;
    folder
}

/// A server that is another one at its second start, and is held to its lock.
async fn locked(test: &str, at_start: &'static str) -> Roof {
    let locks = locks(test).await;
    let hold = |builder: ClientsBuilder| builder.locks(locks);
    Roof::start_with(test, at_start, hold).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_is_not_the_one_of_the_lock_is_refused_and_the_rest_works() {
    let roof = locked("changed", "changes").await;
    assert_eq!(roof.call("changing").await.unwrap(), "changing");
    let turn = roof.clients.tools();
    roof.kill();
    roof.until(|state| !state.is_ready()).await;
    roof.until(ServerState::is_ready).await;
    for (tool, is_offered) in [("echo", true), ("changing", false), ("new", false)] {
        let name = format!("faulty__{tool}");
        assert_eq!(roof.clients.tools().get(&name).is_some(), is_offered, "{tool}");
    }
    // The model of a turn that has begun learns why.
    let format = turn.format(mcp_runtime_host::Provider::Anthropic);
    let call = mcp_runtime_testing::json!(
        { "type": "tool_use", "id": "1", "name": "faulty__changing", "input": {} }
    );
    let answers = roof.clients.run(&format, &[call]).await;
    let result = format.results(&answers)[0].to_string();
    assert!(result.contains("the tool `changing` differs from the lock"), "{result}");
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_another_one_after_a_restart_has_failed() {
    let why = "the server is \"another\", but the lock is for \"faulty\"";
    let revision = "the server speaks protocol version 2025-03-26, but its lock is for 2025-11-25";
    for (at_start, why) in [("renamed", why), ("older", revision)] {
        let roof = locked(at_start, at_start).await;
        assert_eq!(roof.call("echo").await.unwrap(), "echo");
        roof.kill();
        let failed = roof.until(|state| matches!(state, ServerState::Failed { .. })).await;
        assert!(failed.to_string().contains(why), "{failed}");
        let error = roof.call("echo").await.unwrap_err();
        // It was tried once more.
        assert!(error.to_string().starts_with("the server faulty has failed: "), "{error}");
        assert_eq!(roof.count("starts"), 3);
        roof.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_a_lock_may_be_another_one_after_a_restart() {
    for at_start in ["renamed", "older"] {
        let roof = Roof::start(&format!("free-{at_start}"), at_start).await;
        roof.kill();
        roof.until(|state| !state.is_ready()).await;
        assert_eq!(roof.call("echo").await.unwrap(), "echo");
        roof.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_that_is_missing_is_named() {
    let locks = locks("missing").await;
    fs::remove_file(locks.join("faulty.lock")).unwrap();
    let hold = |builder: ClientsBuilder| builder.locks(&locks);
    let roof = Roof::start_with("missing", "", hold).await;
    let failed = roof.status().state.to_string();
    assert!(failed.starts_with("has failed: cannot read its lock "), "{failed}");
    assert!(failed.contains("faulty.lock"), "{failed}");
    assert_eq!(roof.count("starts"), 0);
    roof.end().await;
}
