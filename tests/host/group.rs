//! Servers that are added, removed and named.

use mcp_runtime_host::{Clients, ServerState};
use mcp_runtime_testing::json;

use crate::{Roof, faulty};

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_added_and_removed_at_run_time() {
    let roof = Roof::start("added", "").await;
    let folder = roof.folder.join("faulty");
    let twice = roof.clients.add("one", || mcp_runtime::server!());
    assert_eq!(twice.unwrap_err().to_string(), "there are two servers named one");
    roof.clients.add("late", move || faulty(&folder, "")).unwrap();
    let late = roof.clients.call("late__echo", json!({}));
    // Its tools are not known until it has started.
    assert!(late.await.is_err());
    while roof.clients.tools().get("late__echo").is_none() {
        tokio::task::yield_now().await;
    }
    assert_eq!(roof.clients.call("late__echo", ()).await.unwrap().text(), "echo");
    assert!(roof.clients.remove("late").await);
    assert!(!roof.clients.remove("late").await);
    assert!(roof.clients.tools().get("late__echo").is_none());
    assert!(roof.clients.server("one").is_some() && roof.clients.server("late").is_none());
    roof.end().await;
}

#[tokio::test]
async fn two_servers_of_one_name_are_a_mistake() {
    let built = Clients::builder("agent", "1.0")
        .server("a", || mcp_runtime::server!())
        .server("a", || mcp_runtime::server!())
        .connect()
        .await;
    assert_eq!(built.unwrap_err().to_string(), "there are two servers named a");
}

#[tokio::test]
async fn a_server_of_ours_in_memory_is_one_like_others() {
    let clients = Clients::builder("agent", "1.0")
        .server("own", mcp_test_support::interaction::interaction)
        .connect()
        .await
        .unwrap();
    assert_eq!(clients.status()[0].state, ServerState::Ready);
    assert!(clients.tools().get("own__trip").is_some());
    let listed = clients.resources().await;
    assert_eq!(listed.len(), 1);
    clients.close().await;
}
